package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.Wiring;

/**
 * Layout of an event of the router core, one {@code int}.
 *
 * <pre>
 *  31          16 15  13 12    9 8     6 5   3 2   0
 * +--------------+------+-------+-------+-----+-----+
 * |  local node  | link |amount | port  | vc  |type |
 * +--------------+------+-------+-------+-----+-----+
 * |            packet                         |type |
 * +-------------------------------------------+-----+
 * </pre>
 *
 * <p>Events of a packet name its {@link PacketPool} handle, all others a node and a port with a VC:
 * an input (a receiver's VC, or port 6 and an injection FIFO) or an output's VC. The amount, 0…15,
 * is the charge that a token-ack returns. A wake-up has a unit in the fields amount, port and VC.
 * If links have errors, an event of type {@link #RETRY} with a link other than 0 reports the result
 * of a transmission over it, or the end of a timer.
 */
final class TorusEventWord {
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

  /** Evaluate again: a request was refused, or a unit of the node, above 0, must be woken. */
  static final int RETRY = 7;

  /** Largest number of nodes in a partition. */
  static final int MAX_NODES = 1 << 16;

  /**
   * Event on a link: an expected packet has arrived; the amount contains its chunks and its worth.
   */
  static final int TAKEN = 1;

  /** Event on a link: an expected packet has arrived damaged. */
  static final int SPOILT = 2;

  /** Event on a link: any other verdict, given by the amount. From 4 on: acknowledgements. */
  static final int VERDICT = 3;

  private static final int ACKNOWLEDGEMENT = 4;

  /** A verdict: none; a sender may have waited for long enough. */
  static final int TIME_OUT = 0;

  /** A verdict: none; an acknowledgement may have been owed for long enough. */
  static final int ACK_DELAY = 1;

  /** A verdict: a packet that was not expected is damaged. */
  static final int PACKET_DAMAGED = 2;

  /** A verdict: a packet is good, but one before it is missing. */
  static final int PACKET_AHEAD = 3;

  /** A verdict: a packet has been here before. */
  static final int PACKET_AGAIN = 4;

  /** A verdict: a token-ack has been here before. */
  static final int ACK_AGAIN = 5;

  /** A verdict: a token-ack or ack-only packet is damaged. */
  static final int ACK_DAMAGED = 6;

  private static final int TYPE_MASK = 7;
  private static final int PACKET_SHIFT = Wiring.TYPE_BITS;
  private static final int INPUT_SHIFT = 3;
  private static final int INPUT_MASK = 63;
  private static final int AMOUNT_SHIFT = 9;
  private static final int AMOUNT_MASK = 15;
  private static final int UNIT_MASK = (1 << 10) - 1;

  /** First bit of the node's number. */
  static final int NODE_SHIFT = 16;

  private static final int LINK_SHIFT = 13;
  private static final int LINK_MASK = 7;
  private static final int PORT_SHIFT = 6;
  private static final int WORTHLESS = 8;

  /** A number is in the fields of the VC and the amount, and in two bits of the link's. */
  private static final int VC_OF_NUMBER = 7;

  private static final int AMOUNT_OF_NUMBER = 3;
  private static final int LINK_OF_NUMBER = 7;

  private TorusEventWord() {}

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

  /** Returns the link of a {@link #RETRY}, 0 without one. */
  static int link(int event) {
    return event >>> LINK_SHIFT & LINK_MASK;
  }

  private static int ofLink(int link, int node, int input, int amount) {
    return of(RETRY, node, input) | amount << AMOUNT_SHIFT | link << LINK_SHIFT;
  }

  /** Packs that a packet that was expected has arrived in an input. */
  static int taken(int input, int chunks, boolean worthless) {
    return ofLink(TAKEN, 0, input, (chunks - 1) | (worthless ? WORTHLESS : 0));
  }

  /** Returns the chunks of a packet that is {@link #TAKEN}. */
  static int chunks(int event) {
    return (amount(event) & ~WORTHLESS) + 1;
  }

  /** Returns whether a packet that is {@link #TAKEN} is void. */
  static boolean isWorthless(int event) {
    return (amount(event) & WORTHLESS) != 0;
  }

  /** Packs that a packet that was expected has arrived damaged in an input. */
  static int spoilt(int input) {
    return ofLink(SPOILT, 0, input, 0);
  }

  /** Packs a {@link #VERDICT} about a port. */
  static int verdict(int node, int port, int verdict) {
    return ofLink(VERDICT, node, port << (PORT_SHIFT - INPUT_SHIFT), verdict);
  }

  /** Packs the number, 0…511, up to which what a port has sent is acknowledged. */
  static int acknowledgement(int port, int number) {
    return ofLink(
        ACKNOWLEDGEMENT | (number >>> LINK_OF_NUMBER),
        0,
        port << (PORT_SHIFT - INPUT_SHIFT) | (number & VC_OF_NUMBER),
        number >>> AMOUNT_OF_NUMBER & AMOUNT_MASK);
  }

  /** Returns the number of an acknowledgement. */
  static int number(int event) {
    return (input(event) & VC_OF_NUMBER)
        | amount(event) << AMOUNT_OF_NUMBER
        | (link(event) & ~ACKNOWLEDGEMENT) << LINK_OF_NUMBER;
  }
}
