package io.hopwright.models.messaging;

import io.hopwright.core.statistics.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Where in time the ticks of ranks lie that went to each {@link State}: sums over groups of ranks
 * and bins of time. A bin has 2ᵏ ticks; bins double when time passes the last one, so that what is
 * in them depends on ticks alone ({@code docs/models/messaging.md}, "What is measured"). Sums only,
 * so that the order of addition does not matter. Confined to its partition; 8 KiB for each group
 * and state that has ticks.
 */
public final class TimeLine {
  /** Bins of time. */
  static final int MOST_BINS = 1_024;

  /** Groups of ranks, of all jobs together. */
  static final int MOST_GROUPS = 512;

  private static final int STATES = State.values().length;
  private static final int MOST_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(MOST_BINS) - 1;

  /**
   * What a group of ranks did in a bin.
   *
   * @param firstRank of the group, {@code ranks} in all
   * @param fromTick first tick of the bin, {@code toTick} the first after it
   * @param states ticks of all ranks of the group by state
   */
  public record Cell(
      int job, int firstRank, int ranks, long fromTick, long toTick, List<Long> states) {
    /** Copies the list. */
    public Cell {
      states = List.copyOf(states);
    }
  }

  private final List<PlacedJob> jobs;
  private final int groupShift;

  /** By job, and behind the last. */
  private final int[] firstGroup;

  /** By group and state: ticks in each bin; null where there are none. */
  private final long[][] ticks;

  private int shift;

  /** Creates an empty one of bins of one tick. */
  TimeLine(List<PlacedJob> jobs) {
    this.jobs = jobs;
    groupShift = groupShift(jobs);
    firstGroup = new int[jobs.size() + 1];
    for (int job = 0; job < jobs.size(); job++) {
      firstGroup[job + 1] = firstGroup[job] + groups(jobs.get(job), groupShift);
    }
    ticks = new long[firstGroup[jobs.size()] * STATES][];
  }

  private static int groupShift(List<PlacedJob> jobs) {
    int shift = 0;
    while (groups(jobs, shift) > MOST_GROUPS) {
      shift++;
    }
    return shift;
  }

  private static int groups(List<PlacedJob> jobs, int shift) {
    return jobs.stream().mapToInt(job -> groups(job, shift)).sum();
  }

  private static int groups(PlacedJob job, int shift) {
    return (int) ((job.ranks() + (1L << shift) - 1) >> shift);
  }

  /** Returns how many groups the ranks of jobs are in. */
  static int groups(List<PlacedJob> jobs) {
    return groups(jobs, groupShift(jobs));
  }

  /** Returns an empty one for the same ranks. */
  TimeLine empty() {
    return new TimeLine(jobs);
  }

  /** Returns the group of a rank. */
  int group(int job, int rank) {
    return firstGroup[job] + (rank >> groupShift);
  }

  /** A rank of a group was in a state in the ticks {@code [from, to)}. */
  void add(int group, State state, long from, long to) {
    if (from >= to) {
      return;
    }
    reach(to);
    final long[] bins = bins(group * STATES + state.ordinal());
    for (long tick = from; tick < to; ) {
      final int bin = (int) (tick >> shift);
      final long end = Math.min(to, (bin + 1L) << shift);
      bins[bin] += end - tick;
      tick = end;
    }
  }

  private long[] bins(int index) {
    if (ticks[index] == null) {
      ticks[index] = new long[MOST_BINS];
    }
    return ticks[index];
  }

  /** Makes bins so wide that they reach a tick. */
  void reach(long tick) {
    while (tick > (long) MOST_BINS << shift) {
      widen();
    }
  }

  private void widen() {
    for (long[] bins : ticks) {
      if (bins != null) {
        for (int bin = 0; bin < MOST_BINS; bin++) {
          bins[bin] = 2 * bin < MOST_BINS ? bins[2 * bin] + bins[2 * bin + 1] : 0;
        }
      }
    }
    shift++;
  }

  /** Adds another of the same ranks. */
  void add(TimeLine other) {
    while (shift < other.shift) {
      widen();
    }
    for (int index = 0; index < ticks.length; index++) {
      if (other.ticks[index] != null) {
        final long[] bins = bins(index);
        for (int bin = 0; bin < MOST_BINS; bin++) {
          bins[bin >> (shift - other.shift)] += other.ticks[index][bin];
        }
      }
    }
  }

  /** Writes it. */
  void save(Words words) {
    words.put(shift);
    int any = 0;
    for (long[] bins : ticks) {
      any += bins == null ? 0 : 1;
    }
    words.put(any);
    for (int index = 0; index < ticks.length; index++) {
      if (ticks[index] != null) {
        words.put(index);
        words.putAll(ticks[index]);
      }
    }
  }

  /**
   * Reads into an empty one what {@link #save} wrote.
   *
   * @throws IllegalArgumentException if that is not what the words are
   */
  void load(Words words) {
    shift = words.takeInt(0, MOST_SHIFT);
    for (int any = words.takeCount(1 + MOST_BINS); any > 0; any--) {
      ticks[words.takeInt(0, ticks.length)] = words.takeAll(MOST_BINS);
    }
  }

  /** Returns the cells in which there is anything, in order of jobs, ranks and time. */
  public List<Cell> cells() {
    final List<Cell> cells = new ArrayList<>();
    for (PlacedJob job : jobs) {
      for (int group = firstGroup[job.number()]; group < firstGroup[job.number() + 1]; group++) {
        final int firstRank = (group - firstGroup[job.number()]) << groupShift;
        final int ranks = Math.min(1 << groupShift, job.ranks() - firstRank);
        for (int bin = 0; bin < MOST_BINS; bin++) {
          final List<Long> states = states(group, bin);
          if (states.stream().anyMatch(spent -> spent > 0)) {
            cells.add(
                new Cell(
                    job.number(),
                    firstRank,
                    ranks,
                    (long) bin << shift,
                    (bin + 1L) << shift,
                    states));
          }
        }
      }
    }
    return cells;
  }

  private List<Long> states(int group, int bin) {
    final List<Long> states = new ArrayList<>(STATES);
    for (int state = 0; state < STATES; state++) {
      final long[] bins = ticks[group * STATES + state];
      states.add(bins == null ? 0 : bins[bin]);
    }
    return states;
  }
}
