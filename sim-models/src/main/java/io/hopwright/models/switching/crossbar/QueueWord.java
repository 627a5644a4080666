package io.hopwright.models.switching.crossbar;

/**
 * The packets that wait for one VC of an output, and the credits it has used, in one {@code long}.
 *
 * <pre>
 *  63          39 38          14 13        0
 * +--------------+--------------+-----------+
 * |     last     |    first     |  charge   |
 * +--------------+--------------+-----------+
 * </pre>
 *
 * <p>First and last are packet handles. The charge is the number of flits sent and not given back:
 * the low bits, so that credits are subtracted from the word.
 */
final class QueueWord {
  /** Largest capacity of a VC in flits. */
  static final int MAX_CHARGE = (1 << 14) - 1;

  private static final int FIRST_SHIFT = 14;
  private static final int LAST_SHIFT = 39;
  private static final int HANDLE_MASK = EventWord.MAX_PACKETS;

  private QueueWord() {}

  static int charge(long word) {
    return (int) word & MAX_CHARGE;
  }

  static int first(long word) {
    return (int) (word >>> FIRST_SHIFT) & HANDLE_MASK;
  }

  static int last(long word) {
    return (int) (word >>> LAST_SHIFT);
  }

  /** Returns {@code word} with other packets waiting. */
  static long withPackets(long word, int first, int last) {
    return (word & MAX_CHARGE) | (long) first << FIRST_SHIFT | (long) last << LAST_SHIFT;
  }
}
