package io.hopwright.core.event;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * How lists of events grow, and where long ones wait that are empty. A list up to {@link #KEPT}
 * entries stays with its tick, which will have as many again. A longer one is exchanged for one of
 * that length once it is empty, and serves the next tick that needs it: so that memory follows the
 * events that are waiting, and not the most that ever waited for each tick (a million ranks that
 * act together in some ticks, other ones each time, would need twenty times as much). Confined to
 * its partition.
 *
 * @param <L> an array
 */
final class LongLists<L> {
  /** Entries of the longest list that stays with its tick; a power of two. */
  static final int KEPT = 512;

  private final IntFunction<L> create;

  /** By the logarithm of the length. */
  private final Object[][] spare = new Object[Integer.SIZE - 1][4];

  private final int[] counts = new int[spare.length];

  LongLists(IntFunction<L> create) {
    this.create = create;
  }

  /** Returns a list of twice the length with the entries of a full one, a power of two of them. */
  @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
  L grow(L full, int length) {
    final L list = length < KEPT ? create.apply(2 * length) : take(2 * length);
    System.arraycopy(full, 0, list, 0, length);
    if (length >= KEPT) {
      give(full, length);
    }
    return list;
  }

  /** Takes a list back that is longer than what stays, and returns one of that length. */
  L exchange(L empty, int length) {
    give(empty, length);
    return take(KEPT);
  }

  @SuppressWarnings("unchecked") // what was given
  private L take(int length) {
    final int bits = Integer.numberOfTrailingZeros(length);
    if (counts[bits] == 0) {
      return create.apply(length);
    }
    final L list = (L) spare[bits][--counts[bits]];
    spare[bits][counts[bits]] = null;
    return list;
  }

  private void give(L list, int length) {
    final int bits = Integer.numberOfTrailingZeros(length);
    if (counts[bits] == spare[bits].length) {
      spare[bits] = Arrays.copyOf(spare[bits], 2 * counts[bits]);
    }
    spare[bits][counts[bits]++] = list;
  }
}
