package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.statistics.RankActivity;
import io.hopwright.models.messaging.statistics.TimeLine;
import io.hopwright.models.messaging.storage.Slab;

/**
 * Record of the activities of a partition's ranks over time. A processor's activity is recorded
 * when it changes, so that no record lies in the future. The gaps between pieces of work during a
 * wait are kept until the wait is over, because their cause is not known before. Confined to its
 * partition; 33 B per rank, and 24 B per gap.
 */
final class TimeKeeper {
  private static final int FROM = 0;
  private static final int TO = 1;
  private static final int NEXT = 2;
  private static final int STRIDE = 3;

  private final TimeLine line;
  private final Ranks ranks;
  private final int[] group;

  /** The piece of work of each rank that began last. */
  private final RankActivity[] doing;

  private final long[] from;
  private final long[] to;

  /** Gaps of each rank that waits, the first and the last. */
  private final int[] first;

  private final int[] last;
  private final Slab gaps = new Slab(STRIDE);

  TimeKeeper(TimeLine line, Ranks ranks) {
    this.line = line;
    this.ranks = ranks;
    group = new int[ranks.count];
    doing = new RankActivity[ranks.count];
    for (int r = 0; r < ranks.count; r++) {
      group[r] = line.group(ranks.job(r), ranks.rank(r));
    }
    from = new long[ranks.count];
    to = new long[ranks.count];
    first = new int[ranks.count];
    last = new int[ranks.count];
  }

  /** Records that a rank that has not ended begins a piece of work, perhaps while it waits. */
  void work(int r, RankActivity state, long tick, long ticks, boolean waits) {
    if (waits) {
      addGap(r, tick);
    }
    line.add(group[r], doing[r], from[r], to[r]);
    doing[r] = state;
    from[r] = tick;
    to[r] = tick + ticks;
  }

  /** Adds the gap of a waiting rank since its wait began, or since its last piece of work in it. */
  private void addGap(int r, long tick) {
    final long since = Math.max(ranks.waitBegan(r), to[r]);
    if (since >= tick) {
      return;
    }
    final int gap = gaps.take();
    gaps.set(gap, FROM, since);
    gaps.set(gap, TO, tick);
    if (first[r] == Slab.NONE) {
      first[r] = gap;
    } else {
      gaps.set(last[r], NEXT, gap);
    }
    last[r] = gap;
  }

  /**
   * Attributes the gaps of a rank's wait that is over: so many ticks to one activity, so many after
   * them to another.
   */
  void waited(int r, RankActivity early, long ticks, RankActivity late, long lateTicks, long tick) {
    addGap(r, tick);
    long left = ticks;
    long lateLeft = lateTicks;
    int next;
    for (int gap = first[r]; gap != Slab.NONE; gap = next) {
      final long from = gaps.get(gap, FROM);
      final long to = gaps.get(gap, TO);
      final long middle = from + Math.min(left, to - from);
      final long end = middle + Math.min(lateLeft, to - middle);
      left -= middle - from;
      lateLeft -= end - middle;
      line.add(group[r], early, from, middle);
      line.add(group[r], late, middle, end);
      next = (int) gaps.get(gap, NEXT);
      gaps.free(gap);
    }
    assert left + lateLeft == 0
        : "rank " + ranks.rank(r) + " at tick " + tick + ": gaps lack " + (left + lateLeft);
    first[r] = Slab.NONE;
  }

  /**
   * Records that a rank is lost: it does nothing from this tick on, and its wait was for nothing.
   */
  void lose(int r, long tick) {
    to[r] = Math.min(to[r], tick);
    int next;
    for (int gap = first[r]; gap != Slab.NONE; gap = next) {
      next = (int) gaps.get(gap, NEXT);
      gaps.free(gap);
    }
    first[r] = Slab.NONE;
  }

  /** Adds the recorded part of current work up to a tick to a copy. */
  void closeInto(TimeLine copy, long stopTick) {
    for (int r = 0; r < ranks.count; r++) {
      copy.add(group[r], doing[r], from[r], Math.min(to[r], stopTick));
    }
    copy.reach(stopTick);
  }
}
