package io.hopwright.models.router;

/**
 * Where a port's link leads, and the state of its queue of token-acks, in one word.
 *
 * <pre>
 *  63        48 47        32 31                    0
 * +------------+------------+-----------------------+
 * |   count    |    head    |        target         |
 * +------------+------------+-----------------------+
 * </pre>
 *
 * <p>The target is the local number of a node of the same partition, or {@code −1 − i} for link
 * {@code i} that leaves the partition. Head and count describe the ring of token-acks.
 */
final class LinkWord {
  /** One more in {@link #count}. */
  static final long ONE_ACK = 1L << 48;

  private static final int HEAD_SHIFT = 32;
  private static final int COUNT_SHIFT = 48;
  private static final long HEAD_FIELD = 0xFFFFL << HEAD_SHIFT;

  private LinkWord() {}

  static long of(int target) {
    return target & 0xFFFFFFFFL;
  }

  static int target(long word) {
    return (int) word;
  }

  static int count(long word) {
    return (int) (word >>> COUNT_SHIFT);
  }

  static int head(long word) {
    return (int) (word >>> HEAD_SHIFT) & 0xFFFF;
  }

  /** Returns {@code word} without its oldest token-ack, in a ring of {@code mask + 1}. */
  static long withoutOldest(long word, int mask) {
    final long next = (head(word) + 1) & mask;
    return ((word & ~HEAD_FIELD) | next << HEAD_SHIFT) - ONE_ACK;
  }
}
