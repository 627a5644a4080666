package io.hopwright.models.messaging.statistics;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Times of the calls of collectives, added up by job, algorithm, members and bytes ({@code
 * docs/models/messaging.md}, "What is measured"). Keeps only sums and largest values, so that the
 * order of addition does not matter. Confined to its partition; some 150 B for each kind of call.
 */
public final class CollectiveTimes {
  /** Words of a row that is saved, at least. */
  private static final int ROW = 7;

  private static final Comparator<Row> ORDER =
      Comparator.comparingInt((Row row) -> row.kind.job)
          .thenComparing(row -> row.kind.algorithm)
          .thenComparingInt(row -> row.kind.members)
          .thenComparingLong(row -> row.kind.bytes);

  /**
   * Calls whose times are added up.
   *
   * @param bytes bytes of the statement
   */
  public record Kind(int job, Algorithm algorithm, int members, long bytes) {}

  /** Sum over the calls of a kind. */
  static final class Sum {
    private long calls;
    private long ticks;
    private long longest;

    void add(long moreCalls, long moreTicks, long longestTicks) {
      calls += moreCalls;
      ticks = JobStatistics.sum(ticks, moreTicks);
      longest = Math.max(longest, longestTicks);
    }
  }

  /**
   * All calls of a kind.
   *
   * @param ticks sum of their times; {@code Long.MAX_VALUE} on overflow
   */
  public record Row(Kind kind, long calls, long ticks, long longestTicks) {
    /** Returns the collective. */
    public Collective collective() {
      return kind.algorithm.collective();
    }

    /** Returns the mean ticks of a call. */
    public double meanTicks() {
      return (double) ticks / calls;
    }

    /**
     * Returns the size as nccl-tests defines it: the bytes of all blocks if members have blocks.
     */
    public long dataBytes() {
      return collective().hasBlocks() ? kind.bytes * kind.members : kind.bytes;
    }

    /**
     * Returns the algorithm bandwidth in bytes per tick; null without bytes, or if the time is 0.
     */
    public Double algorithmBandwidth() {
      return dataBytes() == 0 || ticks == 0 ? null : Double.valueOf(dataBytes() / meanTicks());
    }

    /** Returns the bus bandwidth in bytes per tick, null if it is undefined. */
    public Double busBandwidth() {
      final Double factor = busFactor();
      final Double bandwidth = algorithmBandwidth();
      return factor == null || bandwidth == null ? null : Double.valueOf(bandwidth * factor);
    }

    /** Returns the factor of nccl-tests, null for a barrier and a scan, which it lacks. */
    private Double busFactor() {
      final double others = (kind.members - 1.0) / kind.members;
      return switch (collective()) {
        case BCAST, REDUCE -> 1.0;
        case ALLREDUCE -> 2 * others;
        case GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> others;
        case BARRIER, SCAN -> null;
      };
    }
  }

  private final Map<Kind, Sum> sums = new HashMap<>();

  /** Returns the sum that the calls of a collective that begins belong to. */
  Sum of(int job, Operation begins) {
    return of(new Kind(job, begins.algorithm(), begins.members(), begins.bytes()));
  }

  /** Returns the sum that a call of a graph belongs to. */
  Sum of(int job, CollectiveMark call) {
    return of(new Kind(job, call.algorithm(), call.members(), call.bytes()));
  }

  private Sum of(Kind kind) {
    return sums.computeIfAbsent(kind, unseen -> new Sum());
  }

  /** Adds what another partition measured. */
  void add(CollectiveTimes other) {
    other.sums.forEach((kind, sum) -> of(kind).add(sum.calls, sum.ticks, sum.longest));
  }

  /**
   * Returns all kinds of calls that have ended at least once, by job, algorithm, members and bytes.
   */
  public List<Row> rows() {
    final List<Row> rows = new ArrayList<>();
    sums.forEach(
        (kind, sum) -> {
          if (sum.calls > 0) {
            rows.add(new Row(kind, sum.calls, sum.ticks, sum.longest));
          }
        });
    rows.sort(ORDER);
    return rows;
  }

  /** Writes the rows. */
  void save(Words words) {
    final List<Row> rows = rows();
    words.put(rows.size());
    for (Row row : rows) {
      words.put(row.kind.job);
      words.putText(row.kind.algorithm.name());
      words.put(row.kind.members);
      words.put(row.kind.bytes);
      words.put(row.calls);
      words.put(row.ticks);
      words.put(row.longestTicks);
    }
  }

  /**
   * Reads into an empty one what {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the data are malformed
   */
  void load(Words words, int jobs) {
    for (int rows = words.takeCount(ROW); rows > 0; rows--) {
      final Kind kind =
          new Kind(
              words.takeInt(0, jobs),
              Algorithm.valueOf(words.takeText()),
              words.takeInt(1, Integer.MAX_VALUE),
              words.take());
      of(kind).add(words.take(), words.take(), words.take());
    }
  }
}
