package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.Wiring;

/**
 * Layout of an event of the crossbar core, one {@code int}.
 *
 * <pre>
 *  31                  f+3 f+2     3 2   0
 * +-----------------------+---------+-----+
 * | vc of a local router  |  flits  |type |
 * +-----------------------+---------+-----+
 * |              packet             |type |
 * +---------------------------------+-----+
 * </pre>
 *
 * <p>Events of a packet name its handle, all others a {@link Vc}. The bits f of the flits follow
 * from the design. Cascade has 5, and 15, 6 and 3 for router, port and VC. Immutable; safe for any
 * thread.
 */
public final class EventWord {
  /** A packet may be granted an output at the input it has come through. */
  public static final int ARRIVAL = Wiring.ARRIVAL;

  /** The last byte of a packet has reached its host. */
  public static final int DELIVERY = 1;

  /** An input's buffer at the far end of a port's link, or behind it, has got room. */
  public static final int CREDIT = 2;

  /** The transmission of an output for which packets wait has ended. */
  public static final int IDLE = 3;

  /** Endpoints of some ports may have something to send. */
  static final int ISSUE = 4;

  /** An input of a router may have packets to forward. */
  public static final int INPUT = 5;

  private static final int TYPE_BITS = Wiring.TYPE_BITS;
  private static final int TYPE_MASK = (1 << TYPE_BITS) - 1;

  private final int flitsMask;
  private final int vcShift;
  private final Vc vcs;
  private final int maxRouters;

  /**
   * Lays out the events of a design.
   *
   * @throws IllegalArgumentException if it leaves no room for the number of a router
   */
  public EventWord(CrossbarDesign design) {
    final int flitBits = CrossbarDesign.bits(design.mostFlits());
    flitsMask = (1 << flitBits) - 1;
    vcShift = TYPE_BITS + flitBits;
    vcs = new Vc(design);
    final int routerBits = Integer.SIZE - vcShift - vcs.bits();
    if (routerBits < 1) {
      throw new IllegalArgumentException(
          design.ports()
              + " ports of "
              + design.vcs()
              + " VCs and packets of "
              + design.mostFlits()
              + " flits leave no room for routers in events of 32 bits; use larger flits");
    }
    maxRouters = 1 << routerBits;
  }

  /** Returns where the {@link Vc} begins. */
  int vcShift() {
    return vcShift;
  }

  /** Returns the largest number of routers of a partition. */
  int maxRouters() {
    return maxRouters;
  }

  /** Packs the delivery event of a packet. */
  public static int delivery(int packet) {
    return ofPacket(DELIVERY, packet);
  }

  /** Packs the event in which a router checks whether packets can leave through a VC's port. */
  public int look(int vc) {
    return of(IDLE, vc);
  }

  static int ofPacket(int type, int packet) {
    return packet << TYPE_BITS | type;
  }

  /** Packs an event of a VC, or of its port. */
  public int of(int type, int vc) {
    return vc << vcShift | type;
  }

  /** Packs an event about {@code flits} in a VC. */
  public int of(int type, int vc, int flits) {
    return of(type, vc) | flits << TYPE_BITS;
  }

  /**
   * Returns the wake-ups of the units of a router's endpoints; there are fewer units than ports.
   */
  public Wakes wakes(TimingWheel wheel) {
    return new Wakes(wheel, ISSUE, vcShift + vcs.portShift(), vcShift + vcs.bits());
  }

  /** Returns the type of an event. */
  public static int type(int event) {
    return event & TYPE_MASK;
  }

  /** Returns the handle of the packet of an event. */
  public static int packet(int event) {
    return event >>> TYPE_BITS;
  }

  /** Returns the {@link Vc} of an event. */
  public int vc(int event) {
    return event >>> vcShift;
  }

  /** Returns the flits of an event. */
  public int flits(int event) {
    return event >>> TYPE_BITS & flitsMask;
  }
}
