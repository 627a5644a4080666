package io.hopwright.core.event;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Lists of a power of two of entries that hold nothing, to be used again, the last one first: so
 * that memory follows the events that are waiting, and not the most that ever waited for each tick
 * (a million ranks that act together in some ticks, other ones each time, would need twenty times
 * as much). Confined to its partition.
 *
 * @param <L> an array
 */
final class SpareLists<L> {
  private static final int CLASSES = Integer.SIZE - 1;

  private final IntFunction<L> create;

  /** By the logarithm of the length. */
  private final Object[][] spare = new Object[CLASSES][4];

  private final int[] counts = new int[CLASSES];

  /** Creates none; {@code create} makes a list of a length. */
  SpareLists(IntFunction<L> create) {
    this.create = create;
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
