package io.hopwright.models.router;

/**
 * The state of one input FIFO, a receiver's VC or an injection FIFO, in one {@code long}.
 *
 * <pre>
 *  50    48 47  46 45    40 39      32 31    24 23    16 15     8 7      0
 * +--------+------+--------+----------+--------+--------+--------+--------+
 * | unused |class |  hints | output   | charge | ready  | count  |  head  |
 * +--------+------+--------+----------+--------+--------+--------+--------+
 * </pre>
 *
 * <ul>
 *   <li>head: slot of the first packet
 *   <li>count: packets whose header is complete and whose tail has not left
 *   <li>ready: how many of them may request
 *   <li>charge: chunks they are charged for, the FIFO's fullness
 *   <li>output: port the first packet is being sent to, {@link #RECEPTION}, or {@link #NONE}
 *   <li>hints and class of the first packet, valid while it may request or is being sent
 * </ul>
 *
 * An injection FIFO uses output, hints and class only.
 */
final class FifoWord {
  /** In place of an output: into the reception FIFO. */
  static final int RECEPTION = 6;

  /** In place of an output: the first packet, if any, is not being sent. */
  static final int NONE = 7;

  /** An empty FIFO. */
  static final long EMPTY = (long) NONE << 32;

  /** One more in {@link #count}. */
  static final long ONE_PACKET = 1L << 8;

  /** One more in {@link #ready}. */
  static final long ONE_READY = 1L << 16;

  private static final int CHARGE_SHIFT = 24;
  private static final int OUTPUT_SHIFT = 32;
  private static final int HINTS_SHIFT = 40;
  private static final int CLASS_SHIFT = 46;
  private static final long OUTPUT_FIELD = 0xFFL << OUTPUT_SHIFT;
  private static final long ROUTE_FIELDS = 0xFFL << HINTS_SHIFT;

  private FifoWord() {}

  static int head(long word) {
    return (int) word & 0xFF;
  }

  static int count(long word) {
    return (int) word >>> 8 & 0xFF;
  }

  static int ready(long word) {
    return (int) word >>> 16 & 0xFF;
  }

  static int charge(long word) {
    return (int) word >>> CHARGE_SHIFT;
  }

  static int output(long word) {
    return (int) (word >>> OUTPUT_SHIFT) & 0xFF;
  }

  static int hints(long word) {
    return (int) (word >>> HINTS_SHIFT) & 0x3F;
  }

  static int trafficClass(long word) {
    return (int) (word >>> CLASS_SHIFT) & 3;
  }

  static long withOutput(long word, int output) {
    return word & ~OUTPUT_FIELD | (long) output << OUTPUT_SHIFT;
  }

  static long withRoute(long word, int hints, int trafficClass) {
    return word & ~ROUTE_FIELDS
        | (long) hints << HINTS_SHIFT
        | (long) trafficClass << CLASS_SHIFT;
  }

  /** Returns {@code word} with one more packet, charged {@code charge} chunks. */
  static long arrived(long word, int charge) {
    return word + ONE_PACKET + ((long) charge << CHARGE_SHIFT);
  }

  /** Returns {@code word} without its first packet, in a ring of {@code slots}. */
  static long departed(long word, int charge, int slots) {
    final long rest = word - ONE_PACKET - ONE_READY - ((long) charge << CHARGE_SHIFT);
    final long next = head(word) + 1 == slots ? rest - (slots - 1) : rest + 1;
    return withOutput(next, NONE);
  }
}
