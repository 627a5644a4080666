package io.hopwright.models.measure;

import java.util.Arrays;

/**
 * Excess busy time of links beyond the current interval of the grid, for each total, stored by the
 * interval in which it ends; so each transmission writes one entry, however long it lasts. Confined
 * to its partition.
 */
final class Passing {
  private final int totals;
  private final long gridTicks;

  /**
   * {@code [2·(i·totals + total)]}: how many end in the i-th interval behind the coming tick, and
   * then the sum of the ticks at which they do, modulo 2^64 as the sum over long runs has to be.
   */
  private long[] ending;

  /** Creates none, of so many totals. */
  Passing(int totals, long gridTicks) {
    this.totals = totals;
    this.gridTicks = gridTicks;
    ending = new long[2 * totals];
  }

  /** Adds what lasts until {@code end}, which is later than {@code next}, the coming tick. */
  void add(int total, long end, long next) {
    int at = 2 * total;
    for (long grid = next + gridTicks; grid < end; grid += gridTicks) {
      at += 2 * totals;
    }
    if (at >= ending.length) {
      ending = Arrays.copyOf(ending, (at / (2 * totals) + 1) * 2 * totals);
    }
    ending[at]++;
    ending[at + 1] += end;
  }

  /** Takes from each total what passes after {@code next}, the coming tick. */
  void takeFrom(long[] counts, long next) {
    for (int at = 0; at < ending.length; at += 2) {
      counts[at / 2 % totals] -= ending[at + 1] - ending[at] * next;
    }
  }

  /** Moves the coming tick by so many intervals. */
  void advance(long intervals) {
    final int over = (int) Math.min(intervals, ending.length / (2 * totals)) * 2 * totals;
    System.arraycopy(ending, over, ending, 0, ending.length - over);
    Arrays.fill(ending, ending.length - over, ending.length, 0);
  }
}
