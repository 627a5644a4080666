package io.hopwright.models.router;

/**
 * The small fields of a router in one word.
 *
 * <pre>
 *  48  47       42 41      36 35       30 29       24 23    18 17            0
 * +---+-----------+----------+-----------+-----------+--------+---------------+
 * |...|acks queued|   idle   | high rec. | reception | unused |transfer busses|
 * |   |per output |per output| bus busy  | bus busy  |        |in use, 3 bits |
 * |   |           |          |per recvr  | per recvr |        |per receiver   |
 * +---+-----------+----------+-----------+-----------+--------+---------------+
 * </pre>
 */
final class Small {
  private static final int BUS_BITS = 3;
  private static final int BUS_MASK = (1 << BUS_BITS) - 1;
  private static final int RECEPTION = 24;
  private static final int HIGH_RECEPTION = 30;
  private static final int IDLE = 36;
  private static final int OUTPUTS = 63;
  private static final int ACKS = 42;

  private Small() {}

  /** Returns the number of busy transfer busses of a receiver. */
  static int busses(long small, int receiver) {
    return (int) (small >>> (BUS_BITS * receiver)) & BUS_MASK;
  }

  /** Returns what to add for one more busy transfer bus of a receiver. */
  static long bus(int receiver) {
    return 1L << (BUS_BITS * receiver);
  }

  /** Returns the bit that tells whether a receiver's reception bus is busy. */
  static long reception(int receiver, boolean highPriority) {
    return 1L << ((highPriority ? HIGH_RECEPTION : RECEPTION) + receiver);
  }

  /** Returns the bit that tells whether an output is idle. */
  static long idle(int output) {
    return 1L << (IDLE + output);
  }

  /** Returns the idle outputs as a set. */
  static int idleOutputs(long small) {
    return (int) (small >>> IDLE) & OUTPUTS;
  }

  /** Returns the bit that tells whether token-acks are queued for an output. */
  static long acks(int output) {
    return 1L << (ACKS + output);
  }

  /** Returns the outputs with queued token-acks as a set. */
  static int ackOutputs(long small) {
    return (int) (small >>> ACKS) & OUTPUTS;
  }
}
