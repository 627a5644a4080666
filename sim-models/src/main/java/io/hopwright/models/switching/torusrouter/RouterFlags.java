package io.hopwright.models.switching.torusrouter;

/**
 * Layout of a router's small fields, in one word.
 *
 * <pre>
 *  63 54 53             30 29        24 23        18 17             0
 * +-----+-----------------+------------+------------+----------------+
 * | ... | reception busses| acks queued|    idle    | transfer busses|
 * |     | busy, 4 groups  | per output | per output | in use, 3 bits |
 * |     | of 6 receivers  |            |            | per receiver   |
 * +-----+-----------------+------------+------------+----------------+
 * </pre>
 *
 * <p>A reception bus leads from a receiver to one reception FIFO. Bus {@code 6·group + receiver}:
 * group 0 normal and 1 high priority of core 0, 2 and 3 of core 1.
 */
final class RouterFlags {
  private static final int BUS_BITS = 3;
  private static final int BUS_MASK = (1 << BUS_BITS) - 1;
  private static final int IDLE = 18;
  private static final int OUTPUTS = 63;
  private static final int ACKS = 24;
  private static final int RECEPTION = 30;
  private static final long RECEPTIONS_OF_RECEIVER_0 = 0x041041L << RECEPTION;

  private RouterFlags() {}

  /** Returns the number of busy transfer busses of a receiver. */
  static int busses(long flags, int receiver) {
    return (int) (flags >>> (BUS_BITS * receiver)) & BUS_MASK;
  }

  /** Returns what to add for one more busy transfer bus of a receiver. */
  static long bus(int receiver) {
    return 1L << (BUS_BITS * receiver);
  }

  /** Returns the bit that says whether a reception bus is busy. */
  static long reception(int bus) {
    return 1L << (RECEPTION + bus);
  }

  /** Returns the number of busy busses of a receiver, transfer and reception. */
  static int transfers(long flags, int receiver) {
    return busses(flags, receiver) + Long.bitCount(flags & RECEPTIONS_OF_RECEIVER_0 << receiver);
  }

  /** Returns the bit that says whether an output is idle. */
  static long idle(int output) {
    return 1L << (IDLE + output);
  }

  /** Returns the idle outputs as a set. */
  static int idleOutputs(long flags) {
    return (int) (flags >>> IDLE) & OUTPUTS;
  }

  /** Returns the bit that says whether token-acks are queued for an output. */
  static long acks(int output) {
    return 1L << (ACKS + output);
  }

  /** Returns the outputs with queued token-acks as a set. */
  static int ackOutputs(long flags) {
    return (int) (flags >>> ACKS) & OUTPUTS;
  }
}
