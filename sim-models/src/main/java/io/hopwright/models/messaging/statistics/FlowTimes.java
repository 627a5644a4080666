package io.hopwright.models.messaging.statistics;

import io.hopwright.core.statistics.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Starts and finishes of flows: the messages of at least 1 B that ranks received ({@code
 * docs/models/messaging.md}, "Flows"). Confined to its partition; 40 B per flow.
 */
public final class FlowTimes {
  private static final int RANKS = 0;
  private static final int TAG = 1;
  private static final int BYTES = 2;
  private static final int START = 3;
  private static final int FINISH = 4;
  private static final int STRIDE = 5;

  /** Messages have at most 2⁴⁰ B. */
  private static final int COLLECTIVE_SHIFT = 41;

  private static final int JOB_SHIFT = COLLECTIVE_SHIFT + 1;
  private static final int FIRST_FLOWS = 64;

  private static final Comparator<Row> ORDER =
      Comparator.comparingInt(Row::job)
          .thenComparingInt(Row::source)
          .thenComparingInt(Row::destination)
          .thenComparing(Row::collective)
          .thenComparingInt(Row::tag)
          .thenComparingInt(Row::number);

  private long[] words = new long[FIRST_FLOWS * STRIDE];
  private int used;

  /**
   * Flow.
   *
   * @param collective whether it is a message of a collective
   * @param number number of the message among the messages of its source
   */
  public record Row(
      int job,
      int source,
      int destination,
      boolean collective,
      int tag,
      int number,
      long bytes,
      long startTick,
      long finishTick) {
    /** Returns the flow completion time in ticks. */
    public long ticks() {
      return finishTick - startTick;
    }
  }

  /** Adds a flow; a message of 0 B is not a flow. */
  void add(Row flow) {
    if (flow.bytes == 0) {
      return;
    }
    if (used == words.length) {
      words = Arrays.copyOf(words, 2 * used);
    }
    words[used + RANKS] = (long) flow.source << Integer.SIZE | flow.destination;
    words[used + TAG] = (long) flow.tag << Integer.SIZE | flow.number;
    words[used + BYTES] =
        (long) flow.job << JOB_SHIFT | (flow.collective ? 1L << COLLECTIVE_SHIFT : 0) | flow.bytes;
    words[used + START] = flow.startTick;
    words[used + FINISH] = flow.finishTick;
    used += STRIDE;
  }

  private Row row(int at) {
    final long what = words[at + BYTES];
    return new Row(
        (int) (what >>> JOB_SHIFT),
        (int) (words[at + RANKS] >>> Integer.SIZE),
        (int) words[at + RANKS],
        (what >>> COLLECTIVE_SHIFT & 1) != 0,
        (int) (words[at + TAG] >>> Integer.SIZE),
        (int) words[at + TAG],
        what & (1L << COLLECTIVE_SHIFT) - 1,
        words[at + START],
        words[at + FINISH]);
  }

  /** Adds the flows of another partition. */
  void add(FlowTimes other) {
    if (used + other.used > words.length) {
      words = Arrays.copyOf(words, Math.max(2 * words.length, used + other.used));
    }
    System.arraycopy(other.words, 0, words, used, other.used);
    used += other.used;
  }

  /** Returns all flows in their order. */
  public List<Row> rows() {
    final List<Row> rows = new ArrayList<>(used / STRIDE);
    for (int at = 0; at < used; at += STRIDE) {
      rows.add(row(at));
    }
    rows.sort(ORDER);
    return rows;
  }

  /** Returns the flow completion times of a job, the shortest first. */
  List<Long> sortedTicks(int job) {
    final List<Long> ticks = new ArrayList<>();
    for (int at = 0; at < used; at += STRIDE) {
      if (words[at + BYTES] >>> JOB_SHIFT == job) {
        ticks.add(words[at + FINISH] - words[at + START]);
      }
    }
    ticks.sort(null);
    return ticks;
  }

  /** Writes the flows. */
  void save(Words to) {
    to.put(used / STRIDE);
    to.putAll(Arrays.copyOf(words, used));
  }

  /**
   * Reads into an empty one what {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the data are malformed
   */
  void load(Words from, int jobs) {
    used = from.takeCount(STRIDE) * STRIDE;
    words = Arrays.copyOf(from.takeAll(used), Math.max(used, STRIDE));
    for (int at = 0; at < used; at += STRIDE) {
      if (words[at + BYTES] >>> JOB_SHIFT >= jobs) {
        throw new IllegalArgumentException("a flow of job " + (words[at + BYTES] >>> JOB_SHIFT));
      }
    }
  }
}
