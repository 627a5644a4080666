package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.Wiring;

/**
 * An event of the router core in one {@code int}.
 *
 * <pre>
 *  31            13 12    9 8     6 5   3 2   0
 * +----------------+-------+-------+-----+-----+
 * |   local node   |amount | port  | vc  |type |
 * +----------------+-------+-------+-----+-----+
 * |            packet                    |type |
 * +--------------------------------------+-----+
 * </pre>
 *
 * <p>Events of a packet name its {@link PacketPool} handle, all others a node and a port with a VC:
 * an input (a receiver's VC, or port 6 and an injection FIFO) or an output's VC. The amount, 0…15,
 * is the charge that a token-ack returns. A wake-up has a unit there, and in port and VC.
 */
final class EventWord {
  /** The header of a packet is complete in a receiver's VC. */
  static final int HEADER = Wiring.ARRIVAL;

  /** The last byte of a packet has entered a reception FIFO. */
  static final int DELIVERY = 1;

  /** A packet that had to wait for more than its header may request now. */
  static final int READY = 2;

  /** The tail of a packet has left an input for an output. */
  static final int TAIL = 3;

  /** A token-ack has arrived. */
  static final int CREDIT = 4;

  /** The transmission of an output has ended, and it is idle. */
  static final int IDLE = 5;

  /** The header of the first packet of an injection FIFO is written. */
  static final int WRITTEN = 6;

  /** Look again: a request was refused, or a unit of the node, above 0, is to be woken. */
  static final int RETRY = 7;

  /** Largest number of nodes in a partition. */
  static final int MAX_NODES = 1 << 19;

  private static final int TYPE_MASK = 7;
  private static final int PACKET_SHIFT = Wiring.TYPE_BITS;
  private static final int INPUT_SHIFT = 3;
  private static final int INPUT_MASK = 63;
  private static final int AMOUNT_SHIFT = 9;
  private static final int AMOUNT_MASK = 15;
  private static final int UNIT_MASK = (1 << 10) - 1;

  /** Where the number of the node begins. */
  static final int NODE_SHIFT = 13;

  private EventWord() {}

  /** Packs an event of a packet. */
  static int ofPacket(int type, int packet) {
    return packet << PACKET_SHIFT | type;
  }

  /** Packs an event at an input or output VC ({@code 8·port + vc}) of a node. */
  static int of(int type, int node, int input) {
    return node << NODE_SHIFT | input << INPUT_SHIFT | type;
  }

  /** Returns how units of nodes, 1…1023, are woken by {@link #RETRY}. */
  static Wakes wakes(TimingWheel wheel) {
    return new Wakes(wheel, RETRY, INPUT_SHIFT, NODE_SHIFT);
  }

  /** Returns the unit that a {@link #RETRY} wakes, 0 if none. */
  static int unit(int event) {
    return event >>> INPUT_SHIFT & UNIT_MASK;
  }

  /** Packs a {@link #CREDIT} of {@code amount} tokens for output VC {@code 8·port + vc}. */
  static int credit(int node, int outputVc, int amount) {
    return of(CREDIT, node, outputVc) | amount << AMOUNT_SHIFT;
  }

  static int type(int event) {
    return event & TYPE_MASK;
  }

  static int packet(int event) {
    return event >>> PACKET_SHIFT;
  }

  static int node(int event) {
    return event >>> NODE_SHIFT;
  }

  static int input(int event) {
    return event >>> INPUT_SHIFT & INPUT_MASK;
  }

  static int amount(int event) {
    return event >>> AMOUNT_SHIFT & AMOUNT_MASK;
  }
}
