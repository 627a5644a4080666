package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.switching.PacketPool;

/**
 * Layout of the state of one input FIFO (a receiver's VC or an injection FIFO), one {@code long}.
 *
 * <pre>
 *  63 62 61     56 55    53 52     46 45           23 22            0
 * +-----+---------+--------+---------+---------------+---------------+
 * |class|  hints  | output | charge  |     last      |     first     |
 * +-----+---------+--------+---------+---------------+---------------+
 * </pre>
 *
 * <ul>
 *   <li>first and last: {@link PacketPool} handles of the packets whose header is complete and that
 *       are not being sent
 *   <li>charge: chunks of all packets whose tail has not left, the FIFO's fullness
 *   <li>output: port to which a packet is being sent, {@link #RECEPTION}, or {@link #NONE}
 *   <li>hints and class of the first packet, valid once it may request
 * </ul>
 *
 * <p>An injection FIFO uses output, hints and class only.
 */
final class FifoWord {
  /** In place of an output: into the reception FIFO. */
  static final int RECEPTION = 6;

  /** Stands for the output of a FIFO that sends no packet. */
  static final int NONE = 7;

  /** Largest number of packets whose handles fit. */
  static final int MAX_PACKETS = (1 << 23) - 1;

  private static final int LAST_SHIFT = 23;
  private static final int HANDLE_MASK = (1 << LAST_SHIFT) - 1;
  private static final int CHARGE_SHIFT = 46;
  private static final int OUTPUT_SHIFT = 53;
  private static final int HINTS_SHIFT = 56;
  private static final int CLASS_SHIFT = 62;
  private static final long HANDLES = (1L << CHARGE_SHIFT) - 1;
  private static final long OUTPUT_FIELD = 7L << OUTPUT_SHIFT;
  private static final long ROUTE_FIELDS = 0xFFL << HINTS_SHIFT;

  /** An empty FIFO. */
  static final long EMPTY = OUTPUT_FIELD;

  private FifoWord() {}

  static int first(long word) {
    return (int) word & HANDLE_MASK;
  }

  static int last(long word) {
    return (int) (word >>> LAST_SHIFT) & HANDLE_MASK;
  }

  static int charge(long word) {
    return (int) (word >>> CHARGE_SHIFT) & 0x7F;
  }

  static int output(long word) {
    return (int) (word >>> OUTPUT_SHIFT) & 7;
  }

  static int hints(long word) {
    return (int) (word >>> HINTS_SHIFT) & 0x3F;
  }

  static int trafficClass(long word) {
    return (int) (word >>> CLASS_SHIFT);
  }

  static long withOutput(long word, int output) {
    return (word & ~OUTPUT_FIELD) | (long) output << OUTPUT_SHIFT;
  }

  static long withRoute(long word, int hints, int trafficClass) {
    return (word & ~ROUTE_FIELDS)
        | (long) hints << HINTS_SHIFT
        | (long) trafficClass << CLASS_SHIFT;
  }

  /** Returns {@code word} with other packets waiting. */
  static long withPackets(long word, int first, int last) {
    return (word & ~HANDLES) | (long) last << LAST_SHIFT | first;
  }

  /** Returns what to add for {@code chunks} more of charge. */
  static long charged(int chunks) {
    return (long) chunks << CHARGE_SHIFT;
  }

  /** Returns whether exactly one packet is in the FIFO, and it is waiting. */
  static boolean hasOnlyOne(long word) {
    return first(word) == last(word) && output(word) == NONE;
  }
}
