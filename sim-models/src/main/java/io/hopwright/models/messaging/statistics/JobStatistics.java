package io.hopwright.models.messaging.statistics;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.messaging.path.EventWindow;
import io.hopwright.models.messaging.path.RankLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Measurements of the ranks of each job in a partition, or their sums over all partitions. Keeps
 * only sums and maxima, so that the order of addition does not matter. Confined to its partition.
 */
public final class JobStatistics {
  /** Counts over a job's ranks, besides the ticks of each {@link RankActivity}. */
  public enum Count {
    /** Ranks that have ended. */
    ENDED,
    /** Ranks that were lost with their nodes. */
    LOST,
    /** Ticks from the job's start to each rank's end or loss, or to the end of the run. */
    RANK_TICKS,
    /** Operations that ranks began. */
    OPERATIONS,
    /** Messages that ranks began to send. */
    MESSAGES,
    /** Their bytes. */
    BYTES,
    /** Messages that no receive waited for when they were handled. */
    UNEXPECTED,
    /** Receives that were complete. */
    RECEIVED,
    /** Bytes of their messages. */
    RECEIVED_BYTES;

    @SuppressWarnings("EnumOrdinal") // an index, kept nowhere
    private int place() {
      return ordinal();
    }
  }

  /** Values of which the largest is kept. */
  public enum Largest {
    /** Tick at which a rank ended. */
    END,
    /** Messages of a rank that were unexpected and had no receive yet. */
    UNEXPECTED_QUEUE,
    /** Receives of a rank that waited for their messages. */
    RECEIVE_QUEUE;

    @SuppressWarnings("EnumOrdinal") // an index, kept nowhere
    private int place() {
      return ordinal();
    }
  }

  /** Measurements of one rank, where ranks are counted separately. */
  public record RankRow(
      int job, int rank, int node, long end, long messages, long bytes, List<Long> states) {
    /** Copies the list. */
    public RankRow {
      states = List.copyOf(states);
    }
  }

  private static final int STATES = RankActivity.values().length;
  private static final int ROW = 5;

  private final int jobs;

  /** Ticks of each activity and job. */
  private final long[][] states;

  private final long[][] counts;
  private final long[][] largest;

  private final List<TickHistogram> latencies = new ArrayList<>();
  private final List<TickHistogram> sizes = new ArrayList<>();
  private final List<RankRow> rows = new ArrayList<>();

  /** Bytes and messages by pair, in a job. */
  private final List<TreeMap<Long, long[]>> matrices = new ArrayList<>();

  private final boolean apart;
  private final boolean matrix;
  private final boolean ordered;

  /** Digest of the order of work, by job. */
  private final long[] orders;

  /** Null unless one is wanted. */
  private final TimeLine timeLine;

  /** Null unless they are wanted. */
  private final CollectiveTimes collectives;

  /** Null unless they are wanted. */
  private final FlowTimes flows;

  private final boolean path;
  private final EventWindow events;
  private final List<RankLog> logs = new ArrayList<>();

  /**
   * Opens statistics.
   *
   * @param apart whether ranks are counted separately
   * @param matrix whether pairs of ranks are counted separately
   * @param ordered whether there is a digest of the order of work
   * @param timeLine an empty one, null for none
   */
  public JobStatistics(
      int jobs, boolean apart, boolean matrix, boolean ordered, TimeLine timeLine) {
    this(jobs, apart, matrix, ordered, timeLine, null, null);
  }

  /**
   * Opens statistics.
   *
   * @param apart whether ranks are counted separately
   * @param matrix whether pairs of ranks are counted separately
   * @param ordered whether there is a digest of the order of work
   * @param timeLine an empty one, null for none
   * @param collectives empty times of collectives, null for none
   * @param flows empty times of flows, null for none
   */
  public JobStatistics(
      int jobs,
      boolean apart,
      boolean matrix,
      boolean ordered,
      TimeLine timeLine,
      CollectiveTimes collectives,
      FlowTimes flows) {
    this(jobs, apart, matrix, ordered, timeLine, collectives, flows, false, null);
  }

  /**
   * Opens statistics.
   *
   * @param apart whether ranks are distinguished
   * @param matrix whether pairs of ranks are distinguished
   * @param ordered whether there is a digest of the order of work
   * @param timeLine an empty one, null for none
   * @param collectives empty times of collectives, null for none
   * @param flows empty times of flows, null for none
   * @param path whether ranks are logged, as for critical paths
   * @param events ticks whose transfers are all logged; null for none
   */
  JobStatistics(
      int jobs,
      boolean apart,
      boolean matrix,
      boolean ordered,
      TimeLine timeLine,
      CollectiveTimes collectives,
      FlowTimes flows,
      boolean path,
      EventWindow events) {
    this.path = path;
    this.events = events;
    this.jobs = jobs;
    this.apart = apart;
    this.matrix = matrix;
    this.ordered = ordered;
    this.timeLine = timeLine;
    this.collectives = collectives;
    this.flows = flows;
    orders = new long[jobs];
    states = new long[STATES][jobs];
    counts = new long[Count.values().length][jobs];
    largest = new long[Largest.values().length][jobs];
    for (long[] none : largest) {
      Arrays.fill(none, -1);
    }
    for (int job = 0; job < jobs; job++) {
      latencies.add(new TickHistogram());
      sizes.add(new TickHistogram());
      matrices.add(new TreeMap<>());
    }
  }

  public void spend(int job, RankActivity state, long ticks) {
    states[state.place()][job] += ticks;
  }

  public void count(int job, Count count, long more) {
    final long[] counted = counts[count.place()];
    counted[job] = sum(counted[job], more);
  }

  /** Returns the sum of counts, {@code Long.MAX_VALUE} if it is larger. */
  static long sum(long a, long b) {
    return a + b < 0 ? Long.MAX_VALUE : a + b;
  }

  public void note(int job, Largest what, long value) {
    final long[] most = largest[what.place()];
    most[job] = Math.max(most[job], value);
  }

  public void send(int job, int source, int destination, long bytes) {
    count(job, Count.MESSAGES, 1);
    count(job, Count.BYTES, bytes);
    sizes.get(job).record(bytes);
    if (matrix) {
      final long[] pair =
          matrices
              .get(job)
              .computeIfAbsent((long) source << Integer.SIZE | destination, key -> new long[2]);
      pair[0]++;
      pair[1] += bytes;
    }
  }

  public void receive(int job, long bytes, long latency) {
    count(job, Count.RECEIVED, 1);
    count(job, Count.RECEIVED_BYTES, bytes);
    latencies.get(job).record(latency);
  }

  public boolean isOrdered() {
    return ordered;
  }

  /** Adds a digest of the order of work; sums of digests do not depend on their order. */
  public void addOrder(int job, long digest) {
    orders[job] += digest;
  }

  /** Returns the digest of the order in which a job's ranks worked, 0 without one. */
  public long order(int job) {
    return orders[job];
  }

  public boolean tellsRanksApart() {
    return apart;
  }

  /** Returns the activities of ranks over time, null if not requested. */
  public TimeLine timeLine() {
    return timeLine;
  }

  /** Returns the times of collectives, null if they are not measured. */
  public CollectiveTimes collectives() {
    return collectives;
  }

  /** Returns the times of flows, null if they are not measured. */
  public FlowTimes flows() {
    return flows;
  }

  /** Returns the ticks whose transfers are all logged; null for none. */
  public EventWindow events() {
    return events;
  }

  /** Returns whether ranks are logged. */
  public boolean hasPath() {
    return path;
  }

  /** Sets the logs of ranks. */
  public void setLogs(List<RankLog> all) {
    logs.clear();
    logs.addAll(all);
  }

  /** Returns the logs of the ranks of completed jobs, in any order. */
  public List<RankLog> logs() {
    return List.copyOf(logs);
  }

  public void setRows(List<RankRow> all) {
    rows.clear();
    rows.addAll(all);
  }

  /** Adds the measurements of another partition. */
  public void add(JobStatistics other) {
    rows.addAll(other.rows);
    logs.addAll(other.logs);
    if (timeLine != null) {
      timeLine.add(other.timeLine);
    }
    if (collectives != null) {
      collectives.add(other.collectives);
    }
    if (flows != null) {
      flows.add(other.flows);
    }
    for (int job = 0; job < jobs; job++) {
      orders[job] += other.orders[job];
      for (int state = 0; state < states.length; state++) {
        states[state][job] += other.states[state][job];
      }
      for (int count = 0; count < counts.length; count++) {
        counts[count][job] = sum(counts[count][job], other.counts[count][job]);
      }
      for (int what = 0; what < largest.length; what++) {
        largest[what][job] = Math.max(largest[what][job], other.largest[what][job]);
      }
      latencies.get(job).add(other.latencies.get(job));
      sizes.get(job).add(other.sizes.get(job));
      final TreeMap<Long, long[]> sum = matrices.get(job);
      other
          .matrices
          .get(job)
          .forEach(
              (pair, more) ->
                  sum.merge(pair, more, (a, b) -> new long[] {a[0] + b[0], a[1] + b[1]}));
    }
  }

  private Stream<long[]> all() {
    return Stream.concat(Stream.of(orders), Stream.of(states, counts, largest).flatMap(Stream::of));
  }

  /** Writes the statistics. */
  public void save(Words words) {
    all().forEach(words::putAll);
    for (int job = 0; job < jobs; job++) {
      latencies.get(job).save(words);
      sizes.get(job).save(words);
      words.put(matrices.get(job).size());
      matrices
          .get(job)
          .forEach(
              (pair, of) -> {
                words.put(pair);
                words.put(of[0]);
                words.put(of[1]);
              });
    }
    words.put(rows.size());
    for (RankRow row : rows) {
      words.put((long) row.job() << Integer.SIZE | row.rank());
      words.put(row.node());
      words.put(row.end());
      words.put(row.messages());
      words.put(row.bytes());
      row.states().forEach(words::put);
    }
    if (timeLine != null) {
      timeLine.save(words);
    }
    if (collectives != null) {
      collectives.save(words);
    }
    if (flows != null) {
      flows.save(words);
    }
    words.put(logs.size());
    logs.forEach(log -> log.save(words));
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @param timeLine an empty one if there is one, else null
   * @param collectives empty times if there are some, else null
   * @param flows empty times if there are some, else null
   * @throws IllegalArgumentException if that is not what the words are
   */
  static JobStatistics load(
      int jobs, TimeLine timeLine, CollectiveTimes collectives, FlowTimes flows, Words words) {
    final JobStatistics statistics =
        new JobStatistics(jobs, false, false, false, timeLine, collectives, flows);
    statistics.all().forEach(sums -> System.arraycopy(words.takeAll(jobs), 0, sums, 0, jobs));
    for (int job = 0; job < jobs; job++) {
      statistics.latencies.set(job, TickHistogram.load(words));
      statistics.sizes.set(job, TickHistogram.load(words));
      for (int pairs = words.takeCount(3); pairs > 0; pairs--) {
        statistics.matrices.get(job).put(words.take(), new long[] {words.take(), words.take()});
      }
    }
    for (int rows = words.takeCount(ROW + STATES); rows > 0; rows--) {
      final long who = words.take();
      final int node = (int) words.take();
      final long end = words.take();
      final long messages = words.take();
      final long bytes = words.take();
      final List<Long> spent = new ArrayList<>();
      for (int state = 0; state < STATES; state++) {
        spent.add(words.take());
      }
      statistics.rows.add(
          new RankRow((int) (who >> Integer.SIZE), (int) who, node, end, messages, bytes, spent));
    }
    if (timeLine != null) {
      timeLine.load(words);
    }
    if (collectives != null) {
      collectives.load(words, jobs);
    }
    if (flows != null) {
      flows.load(words, jobs);
    }
    for (int logs = words.takeCount(RankLog.LEAST_WORDS); logs > 0; logs--) {
      statistics.logs.add(RankLog.load(words, jobs));
    }
    return statistics;
  }

  /** Returns the ticks that all ranks of a job spent in a state. */
  public long spent(int job, RankActivity state) {
    return states[state.place()][job];
  }

  /** Returns a count over all ranks of a job, at most {@code Long.MAX_VALUE}. */
  public long get(int job, Count count) {
    return counts[count.place()][job];
  }

  /** Returns a largest value over all ranks of a job, −1 without any. */
  public long get(int job, Largest what) {
    return largest[what.place()][job];
  }

  /** Returns the latencies of a job's messages. */
  public TickHistogram latencies(int job) {
    return latencies.get(job);
  }

  /** Returns the sizes of a job's messages in bytes. */
  public TickHistogram sizes(int job) {
    return sizes.get(job);
  }

  /** Returns the rows of ranks, if they are counted separately, in order of jobs and ranks. */
  public List<RankRow> rows() {
    return rows.stream()
        .sorted(java.util.Comparator.comparingInt(RankRow::job).thenComparingInt(RankRow::rank))
        .toList();
  }

  /** Measurements of one pair of ranks. */
  public record PairRow(int job, int source, int destination, long messages, long bytes) {}

  /** Returns the rows of pairs of ranks, if they are counted separately, in order. */
  public List<PairRow> pairs() {
    final List<PairRow> pairs = new ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      final int number = job;
      matrices
          .get(job)
          .forEach(
              (pair, of) ->
                  pairs.add(
                      new PairRow(
                          number, (int) (pair >> Integer.SIZE), (int) (long) pair, of[0], of[1])));
    }
    return pairs;
  }
}
