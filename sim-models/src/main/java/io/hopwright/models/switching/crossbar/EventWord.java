package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.Wakes;

/**
 * An event of the crossbar core in one {@code int}.
 *
 * <pre>
 *  31          17 16     11 10   8 7     3 2   0
 * +--------------+---------+------+-------+-----+
 * | local router |  port   |  vc  | flits |type |
 * +--------------+---------+------+-------+-----+
 * |               packet                  |type |
 * +---------------------------------------+-----+
 * </pre>
 *
 * <p>Events of a packet name its handle, all others a router and one of its ports.
 */
public final class EventWord {
  /** A packet may be granted an output at the input it has come through. */
  static final int ARRIVAL = 0;

  /** The last byte of a packet has reached its host. */
  static final int DELIVERY = 1;

  /** An input's buffer at the far end of a port's link, or behind it, has got room. */
  static final int CREDIT = 2;

  /** The transmission of an output for which packets wait has ended. */
  static final int IDLE = 3;

  /** What hangs on some ports may have something to send. */
  static final int ISSUE = 4;

  /** Largest number of routers in a partition. */
  public static final int MAX_ROUTERS = 1 << 15;

  /** Largest number of flits of a packet. */
  static final int MAX_FLITS = 31;

  /** Largest number of packets whose handles fit. */
  static final int MAX_PACKETS = (1 << 25) - 1;

  private static final int TYPE_MASK = 7;
  private static final int PACKET_SHIFT = 3;
  private static final int FLITS_SHIFT = 3;
  private static final int VC_SHIFT = 8;
  private static final int PORT_SHIFT = 11;
  private static final int PORT_MASK = 63;
  private static final int ROUTER_SHIFT = 17;

  private EventWord() {}

  static int ofPacket(int type, int packet) {
    return packet << PACKET_SHIFT | type;
  }

  static int of(int type, int router, int port) {
    return router << ROUTER_SHIFT | port << PORT_SHIFT | type;
  }

  /** Packs an event about {@code flits} in a VC. */
  static int of(int type, int router, int port, int vc, int flits) {
    return of(type, router, port) | vc << VC_SHIFT | flits << FLITS_SHIFT;
  }

  /** Packs the arrival of a packet at the input that its place says. */
  public static int arrival(int packet) {
    return ofPacket(ARRIVAL, packet);
  }

  /** Returns how the units of a router's endpoints, 0…63, are woken. */
  public static Wakes wakes(TimingWheel wheel) {
    return new Wakes(wheel, ISSUE, PORT_SHIFT, ROUTER_SHIFT);
  }

  static int type(int event) {
    return event & TYPE_MASK;
  }

  static int packet(int event) {
    return event >>> PACKET_SHIFT;
  }

  static int router(int event) {
    return event >>> ROUTER_SHIFT;
  }

  static int port(int event) {
    return event >>> PORT_SHIFT & PORT_MASK;
  }

  static int vc(int event) {
    return event >>> VC_SHIFT & 7;
  }

  static int flits(int event) {
    return event >>> FLITS_SHIFT & MAX_FLITS;
  }
}
