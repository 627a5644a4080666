package io.hopwright.core.event;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Lists of a power of two of entries that hold nothing, to be used again, the last one first: so
 * that memory follows the events that are waiting, and not the most that ever waited for each tick
 * (a million ranks that act together in some ticks, other ones each time, would need twenty times
 * as much). Ticks with as many events as most keep their lists, and new lists begin as long as most
 * were, up to a limit: steady traffic neither moves nor copies them. Confined to its partition.
 *
 * @param <L> an array
 */
final class SpareLists<L> {
  private static final int CLASSES = Integer.SIZE - 1;

  /** Logarithm of how many lists the mean is taken over. */
  private static final int MEAN_BITS = 3;

  private final IntFunction<L> create;
  private final int leastBits;
  private final int mostBits;

  /** By the logarithm of the length. */
  private final Object[][] spare = new Object[CLASSES][4];

  private final int[] counts = new int[CLASSES];

  /** Entries of the lists of late, times {@code 2^MEAN_BITS}. */
  private long recent;

  private int firstBits;

  /**
   * Creates none.
   *
   * @param create makes a list of a length
   * @param leastBits logarithm of the least length of a list that begins
   * @param mostBits logarithm of the most
   */
  SpareLists(IntFunction<L> create, int leastBits, int mostBits) {
    this.create = create;
    this.leastBits = leastBits;
    this.mostBits = mostBits;
    firstBits = leastBits;
  }

  /** Notes how many entries a list had that is empty now. */
  void had(int entries) {
    recent += entries - (recent >> MEAN_BITS);
    final int twiceMean = (int) (recent >> (MEAN_BITS - 1));
    final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(twiceMean);
    firstBits = Math.min(mostBits, Math.max(leastBits, bits));
  }

  /** Tells whether an empty list of a length is to stay where it is. */
  boolean stays(int length) {
    return length <= 1 << firstBits;
  }

  /** Takes a list to begin with. */
  L take() {
    return take(firstBits);
  }

  /** Takes a list of {@code 2^bits} entries, of whatever value. */
  @SuppressWarnings("unchecked") // what was given
  L take(int bits) {
    if (counts[bits] == 0) {
      return create.apply(1 << bits);
    }
    final L list = (L) spare[bits][--counts[bits]];
    spare[bits][counts[bits]] = null;
    return list;
  }

  /** Gives a list back that had {@code 2^bits} entries. */
  void give(L list, int bits) {
    if (counts[bits] == spare[bits].length) {
      spare[bits] = Arrays.copyOf(spare[bits], 2 * counts[bits]);
    }
    spare[bits][counts[bits]++] = list;
  }
}
