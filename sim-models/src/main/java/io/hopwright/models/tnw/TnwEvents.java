package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.Wiring;

/**
 * Layout of a partition's events, one word each. The low three bits are the type:
 *
 * <pre>
 *  31                           7 6    3 2  0
 * +------------------------------+------+----+
 * |            packet                   |type|  0 verdict, 6 in a receive FIFO, 7 delivered
 * +-------------------------------+-----+----+
 * |  end of a link                | VC  |type|  1 ACK, 2 NACK, 3 SPACE, 4 RESTART (from bit 6)
 * +------------------------------+------+----+
 * | what it concerns | kind | 5 |
 * +------------------------------+------+----+
 * </pre>
 */
final class TnwEvents {
  static final int VERDICT = Wiring.ARRIVAL;
  static final int ACK = 1;
  static final int NACK = 2;
  static final int SPACE = 3;
  static final int RESTART = 4;
  static final int HERE = 5;
  static final int RECEIVED = 6;
  static final int DELIVERED = 7;

  /** A node must be evaluated. */
  static final int WAKE = 0;

  /** A packet of an output has left its FIFO: a slot is free. */
  static final int SLOT = 1;

  /** An item has come down an interface. */
  static final int DOWN = 2;

  /** The data of a packet have passed an interface towards memory, so that its space is free. */
  static final int UP = 3;

  /** A read request of an output is in memory. */
  static final int READ = 4;

  /** A notify of a channel is in memory. */
  static final int RECEIVED_NOTIFY = 5;

  /** A notify of an output is in memory. */
  static final int SENT_NOTIFY = 6;

  /** A node must give a credit of one packet for a channel. */
  static final int CREDIT = 7;

  /** The ranks of a node must act. */
  static final int RANKS = 8;

  /** A transfer of a sender has left. */
  static final int LEFT = 9;

  /** First bit of the end of a link. */
  static final int END_SHIFT = 6;

  private static final int TYPE_MASK = (1 << Wiring.TYPE_BITS) - 1;
  private static final int VC_MASK = 7;
  private static final int KIND_BITS = 4;

  /** Largest number that an event of the kinds of {@link #HERE} can hold. */
  static final int MOST_INDEX = -1 >>> (Wiring.TYPE_BITS + KIND_BITS);

  private static final int KIND_MASK = (1 << KIND_BITS) - 1;

  private TnwEvents() {}

  static int type(int event) {
    return event & TYPE_MASK;
  }

  static int packet(int event) {
    return event >>> Wiring.TYPE_BITS;
  }

  static int end(int event) {
    return event >>> END_SHIFT;
  }

  static int vc(int event) {
    return event >>> Wiring.TYPE_BITS & VC_MASK;
  }

  static int kind(int event) {
    return event >>> Wiring.TYPE_BITS & KIND_MASK;
  }

  static int index(int event) {
    return event >>> (Wiring.TYPE_BITS + KIND_BITS);
  }

  /** Returns the signal that there is space on a VC. */
  static int space(int vc) {
    return vc << Wiring.TYPE_BITS | SPACE;
  }

  /** Schedules what happens to a packet. */
  static void schedule(TimingWheel wheel, long tick, int type, int packet) {
    wheel.schedule(tick, packet << Wiring.TYPE_BITS | type);
  }

  /** Schedules what happens in the partition. */
  static void scheduleHere(TimingWheel wheel, long tick, int kind, int index) {
    wheel.schedule(tick, (index << KIND_BITS | kind) << Wiring.TYPE_BITS | HERE);
  }
}
