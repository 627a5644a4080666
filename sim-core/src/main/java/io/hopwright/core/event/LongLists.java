package io.hopwright.core.event;

import java.util.Arrays;

/**
 * How lists of events grow, and where long ones wait that are empty. A list up to {@link #KEPT}
 * entries stays with its tick, which will have as many again. A longer one is exchanged for one of
 * that length once it is empty, and serves the next tick that needs it: so that memory follows the
 * events that are waiting, and not the most that ever waited for each tick (a million ranks that
 * act together in some ticks, other ones each time, would need twenty times as much). Confined to
 * its partition.
 */
final class LongLists {
  /** Entries of the longest list that stays with its tick; a power of two. */
  static final int KEPT = 512;

  /** By the logarithm of the length. */
  private final int[][][] spare = new int[Integer.SIZE - 1][4][];

  private final int[] counts = new int[spare.length];

  /** Returns a list of twice the length with the entries of a full one, a power of two of them. */
  int[] grow(int... full) {
    final int[] list = full.length < KEPT ? new int[2 * full.length] : take(2 * full.length);
    System.arraycopy(full, 0, list, 0, full.length);
    if (full.length >= KEPT) {
      give(full);
    }
    return list;
  }

  /** Takes a list back that is longer than what stays, and returns one of that length. */
  int[] exchange(int... empty) {
    give(empty);
    return take(KEPT);
  }

  private int[] take(int length) {
    final int bits = Integer.numberOfTrailingZeros(length);
    if (counts[bits] == 0) {
      return new int[length];
    }
    final int[] list = spare[bits][--counts[bits]];
    spare[bits][counts[bits]] = null;
    return list;
  }

  private void give(int... list) {
    final int bits = Integer.numberOfTrailingZeros(list.length);
    if (counts[bits] == spare[bits].length) {
      spare[bits] = Arrays.copyOf(spare[bits], 2 * counts[bits]);
    }
    spare[bits][counts[bits]++] = list;
  }
}
