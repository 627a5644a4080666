package io.hopwright.models.switching.crossbar;

/**
 * Layout of the queue for one VC of an output: waiting packets and used credits, in one {@code
 * long}.
 *
 * <pre>
 *  2h+c−1    h+c h+c−1       c c−1       0
 * +-------------+-------------+-----------+
 * |    last     |    first    |  charge   |
 * +-------------+-------------+-----------+
 * </pre>
 *
 * <p>First and last are packet handles. The charge, the number of flits whose credits have not been
 * returned, is in the low bits, where {@link io.hopwright.models.link.Credits} counts it. Its width
 * follows from the largest buffer of the design; the handles share the rest of the word. Immutable;
 * safe for any thread.
 */
final class QueueWord {
  /** Most bits of a charge, beside which handles of four million packets fit. */
  static final int MAX_CHARGE_BITS = 20;

  /** Most bits of a handle: a gigabyte of packets. */
  private static final int MAX_HANDLE_BITS = 25;

  private final long chargeMask;
  private final int firstShift;
  private final int lastShift;
  private final int handleMask;

  QueueWord(CrossbarDesign design) {
    firstShift = CrossbarDesign.bits(design.mostCapacityFlits());
    chargeMask = (1L << firstShift) - 1;
    final int handleBits = Math.min(MAX_HANDLE_BITS, (Long.SIZE - firstShift) / 2);
    lastShift = firstShift + handleBits;
    handleMask = (1 << handleBits) - 1;
  }

  /** Returns the number of bits of the charge. */
  int chargeBits() {
    return firstShift;
  }

  /** Returns the largest number of packets whose handles fit. */
  int maxPackets() {
    return handleMask;
  }

  int first(long word) {
    return (int) (word >>> firstShift) & handleMask;
  }

  int last(long word) {
    return (int) (word >>> lastShift);
  }

  /** Returns {@code word} with other packets waiting. */
  long withPackets(long word, int first, int last) {
    return (word & chargeMask) | (long) first << firstShift | (long) last << lastShift;
  }
}
