package io.hopwright.models.link;

/**
 * Layout of a port's word: the far end of its link, the state of its queue of token-acks, and the
 * charges of the packets that are leaving its receiver.
 *
 * <pre>
 *  63            40 39     30 29     20 19               0
 * +----------------+---------+---------+------------------+
 * | leaving: 3 bits|  count  |  head   |      target      |
 * | per VC         |         |         |                  |
 * +----------------+---------+---------+------------------+
 * </pre>
 *
 * <p>The target is the far end of the link, {@link io.hopwright.models.switching.Wiring}: a local
 * node, or below 0. Head and count describe the ring of token-acks.
 */
final class LinkWord {
  /** One more in {@link #count}. */
  static final long ONE_ACK = 1L << 30;

  /** Largest ring of token-acks. */
  static final int MAX_RING = 1 << 10;

  private static final int TARGET_BITS = 20;
  private static final int TARGET_MASK = (1 << TARGET_BITS) - 1;
  private static final int SIGN_SHIFT = Integer.SIZE - TARGET_BITS;
  private static final int HEAD_SHIFT = 20;
  private static final int COUNT_SHIFT = 30;
  private static final int RING_MASK = MAX_RING - 1;
  private static final long HEAD_FIELD = (long) RING_MASK << HEAD_SHIFT;
  private static final int LEAVING_SHIFT = 40;
  private static final int LEAVING_BITS = 3;
  private static final int LEAVING_MASK = (1 << LEAVING_BITS) - 1;

  private LinkWord() {}

  /** Returns the word of a link without token-acks. */
  static long of(int target) {
    return target & TARGET_MASK;
  }

  static int target(long word) {
    return (int) word << SIGN_SHIFT >> SIGN_SHIFT;
  }

  static int count(long word) {
    return (int) (word >>> COUNT_SHIFT) & RING_MASK;
  }

  static int head(long word) {
    return (int) (word >>> HEAD_SHIFT) & RING_MASK;
  }

  /** Returns {@code word} without its oldest token-ack, in a ring of {@code mask + 1}. */
  static long withoutOldest(long word, int mask) {
    final int next = (head(word) + 1) & mask;
    return ((word & ~HEAD_FIELD) | (long) next << HEAD_SHIFT) - ONE_ACK;
  }

  /** Returns the charge, 1…8, of the packet that is leaving a VC of the receiver; one must be. */
  static int leaving(long word, int vc) {
    return ((int) (word >>> (LEAVING_SHIFT + LEAVING_BITS * vc)) & LEAVING_MASK) + 1;
  }

  /** Returns what to add when a packet of that charge begins to leave a VC. */
  static long leave(int vc, int charge) {
    return (charge - 1L) << (LEAVING_SHIFT + LEAVING_BITS * vc);
  }
}
