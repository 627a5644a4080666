package io.hopwright.models.messaging.statistics;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.messaging.jobs.PlacedJob;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Ticks of ranks in each {@link RankActivity} over time: sums over groups of ranks and bins of
 * time. A bin has 2ᵏ ticks; when time passes the last bin, bins double, so that their contents
 * depend on ticks alone ({@code docs/models/messaging.md}, "What is measured"). Keeps only sums, so
 * that the order of addition does not matter. Confined to its partition; 8 KiB for each group and
 * state that has ticks.
 */
public final class TimeLine {
  /** Bins of time. */
  static final int MOST_BINS = 1_024;

  /** Groups of ranks, of all jobs together. */
  static final int MOST_GROUPS = 512;

  private static final int MOST_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(MOST_BINS) - 1;

  /**
   * Activities of a group of ranks in a bin.
   *
   * @param firstRank first rank of the group
   * @param ranks number of ranks
   * @param fromTick first tick of the bin
   * @param toTick tick after its last
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

  /** Index of its first group, by job, and behind the last. */
  private final int[] firstGroup;

  /** Ticks of each activity and group in each bin; null where there are none. */
  private final Map<RankActivity, long[][]> ticks = new EnumMap<>(RankActivity.class);

  private int shift;

  /** Creates an empty one of bins of one tick. */
  TimeLine(List<PlacedJob> jobs) {
    this.jobs = jobs;
    groupShift = groupShift(jobs);
    firstGroup = new int[jobs.size() + 1];
    for (int job = 0; job < jobs.size(); job++) {
      firstGroup[job + 1] = firstGroup[job] + groups(jobs.get(job), groupShift);
    }
    for (RankActivity state : RankActivity.values()) {
      ticks.put(state, new long[firstGroup[jobs.size()]][]);
    }
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

  /** Returns an empty time line for the same ranks. */
  public TimeLine empty() {
    return new TimeLine(jobs);
  }

  /** Returns the group of a rank. */
  public int group(int job, int rank) {
    return firstGroup[job] + (rank >> groupShift);
  }

  /** Records that a rank of a group was in a state in the ticks {@code [from, to)}. */
  public void add(int group, RankActivity state, long from, long to) {
    if (from >= to) {
      return;
    }
    reach(to);
    final long[] bins = bins(state, group);
    for (long tick = from; tick < to; ) {
      final int bin = (int) (tick >> shift);
      final long end = Math.min(to, (bin + 1L) << shift);
      bins[bin] += end - tick;
      tick = end;
    }
  }

  private long[] bins(RankActivity state, int group) {
    final long[][] ofGroups = ticks.get(state);
    if (ofGroups[group] == null) {
      ofGroups[group] = new long[MOST_BINS];
    }
    return ofGroups[group];
  }

  /** Widens the bins until they reach a tick. */
  public void reach(long tick) {
    while (tick > (long) MOST_BINS << shift) {
      widen();
    }
  }

  private void widen() {
    for (long[][] ofGroups : ticks.values()) {
      for (long[] bins : ofGroups) {
        for (int bin = 0; bins != null && bin < MOST_BINS; bin++) {
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
    other.ticks.forEach(
        (state, ofGroups) -> {
          for (int group = 0; group < ofGroups.length; group++) {
            if (ofGroups[group] != null) {
              final long[] bins = bins(state, group);
              for (int bin = 0; bin < MOST_BINS; bin++) {
                bins[bin >> (shift - other.shift)] += ofGroups[group][bin];
              }
            }
          }
        });
  }

  /** Writes it. */
  void save(Words words) {
    words.put(shift);
    for (long[][] ofGroups : ticks.values()) {
      words.put(Stream.of(ofGroups).filter(Objects::nonNull).count());
      for (int group = 0; group < ofGroups.length; group++) {
        if (ofGroups[group] != null) {
          words.put(group);
          words.putAll(ofGroups[group]);
        }
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
    for (long[][] ofGroups : ticks.values()) {
      for (int any = words.takeCount(1 + MOST_BINS); any > 0; any--) {
        ofGroups[words.takeInt(0, ofGroups.length)] = words.takeAll(MOST_BINS);
      }
    }
  }

  /** Returns the cells that are not empty, in order of jobs, ranks and time. */
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
    return ticks.values().stream()
        .map(ofGroups -> ofGroups[group] == null ? 0 : ofGroups[group][bin])
        .toList();
  }
}
