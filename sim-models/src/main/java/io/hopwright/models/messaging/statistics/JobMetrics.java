package io.hopwright.models.messaging.statistics;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.path.CriticalPath;
import io.hopwright.models.messaging.path.PathShare;
import io.hopwright.models.messaging.statistics.JobStatistics.Count;
import io.hopwright.models.messaging.statistics.JobStatistics.Largest;
import io.hopwright.models.tables.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/** Job metrics of the summary, on all machines: families with a member for each job. */
public final class JobMetrics {
  /** Stands for the names of jobs where these are not known. */
  public static final List<String> ANY = List.of("JOB");

  private static final double MICROSECONDS = 1e6;
  private static final String EACH = "Job";
  private static final String SIZES = "messageSizeBytes";
  private static final String PREFIX = JobKeys.SECTION + ".";
  private static final String LOST = "ranksLost";
  private static final String MAKESPAN = "makespanTicks";
  private static final String IDEAL_TICKS = "idealTicks";
  private static final String SLOWDOWN = "slowdown";
  private static final String ORDER = "orderDigest";
  private static final String SAME_ORDER = "sameOrder";

  /** Name of a family, followed by a percentile. */
  private static final String FLOW_SLOWDOWN = "flowSlowdownP";

  private JobMetrics() {}

  /**
   * Measurements of jobs.
   *
   * @param jobs jobs in order of their numbers
   * @param statistics statistics of all partitions
   * @param tickRate ticks per second of the machine
   * @param paths critical path of each job, null for those that have none; empty if none is found
   */
  public record Measured(
      List<PlacedJob> jobs, JobStatistics statistics, TickRate tickRate, List<CriticalPath> paths) {
    /** Copies the lists. */
    public Measured {
      jobs = List.copyOf(jobs);
      paths = Collections.unmodifiableList(new ArrayList<>(paths));
    }

    private Long ofPath(int job, ToLongFunction<CriticalPath> value) {
      final CriticalPath path = paths.isEmpty() ? null : paths.get(job);
      return path == null ? null : Long.valueOf(value.applyAsLong(path));
    }

    private Double pathShare(int job, PathShare share) {
      final Long ticks = ofPath(job, path -> path.ticks(share));
      return ticks == null ? null : Metrics.ratio(ticks, (double) makespan(job));
    }

    private long count(int job, Count what) {
      return statistics.get(job, what);
    }

    /**
     * Returns the ticks from a job's start to the end of its last rank; null if one that is not
     * lost has none, or all are lost.
     */
    private Long makespan(int job) {
      final PlacedJob of = jobs.get(job);
      final long ended = count(job, Count.ENDED);
      return ended == 0 || ended + count(job, Count.LOST) < of.ranks()
          ? null
          : Long.valueOf(statistics.get(job, Largest.END) - of.startTick());
    }

    private Double makespanMicroseconds(int job) {
      final Long ticks = makespan(job);
      return ticks == null ? null : Double.valueOf(tickRate.toSeconds(ticks) * MICROSECONDS);
    }

    /** Returns a share of the ranks' time, null if that is more ticks than 64 bits hold. */
    private Double share(int job, RankActivity state) {
      return count(job, Count.RANK_TICKS) == Long.MAX_VALUE
          ? null
          : Metrics.ratio(statistics.spent(job, state), (double) count(job, Count.RANK_TICKS));
    }

    private Double busBandwidth(int job) {
      final OptionalDouble mean =
          statistics.collectives().rows().stream()
              .filter(row -> row.kind().job() == job)
              .map(CollectiveTimes.Row::busBandwidth)
              .filter(Objects::nonNull)
              .mapToDouble(perTick -> CollectiveTable.gigabytes(perTick, tickRate))
              .average();
      return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
    }

    /** Returns a percentile of the flow completion times of a job in us, null if it has no flow. */
    private Double flowMicroseconds(int job, int percent) {
      final Long ticks = FlowTable.percentile(statistics.flows().sortedTicks(job), percent);
      return ticks == null ? null : Double.valueOf(tickRate.toSeconds(ticks) * MICROSECONDS);
    }

    private long longest(int job, Largest what) {
      return Math.max(0, statistics.get(job, what));
    }
  }

  /** Returns the names of jobs. */
  public static List<String> names(List<PlacedJob> jobs) {
    return jobs.stream().map(PlacedJob::name).toList();
  }

  /** Returns all metrics that a job can have. */
  public static Metrics<Measured> most() {
    return of(ANY, JobTables.ALL);
  }

  /**
   * Returns the metrics of jobs of these names, in order of their numbers; none without jobs.
   *
   * @param tables requested tables, some of which have metrics in the summary
   */
  public static Metrics<Measured> of(List<String> names, JobTables tables) {
    final Metrics<Measured> metrics = new Metrics<>();
    if (names.isEmpty()) {
      return metrics;
    }
    final Families families = new Families(metrics, names);
    families
        .add("ranks", "ranks", "Ranks", (run, job) -> run.jobs.get(job).ranks())
        .meaning("ranks of the job")
        .count("ranksEnded", "ranks", "Ranks that ended", Count.ENDED)
        .meaning("ranks that have completed the last repetition of their program")
        .count(LOST, "ranks", "Ranks that were lost", Count.LOST)
        .meaning("ranks whose node failed before they ended; 0 on machines whose nodes cannot fail")
        .add(MAKESPAN, "ticks", "Makespan", Measured::makespan)
        .meaning(
            "time from the job's start to the end of its last rank; null if a rank has"
                + " neither ended nor been lost, or all are lost")
        .add(
            "makespanMicroseconds",
            "us",
            "Makespan",
            Measured::makespanMicroseconds,
            Role.HIGHLIGHT)
        .meaning("makespanTicks on the machine's clock");
    families
        .add(
            "algorithms",
            "",
            "Algorithms of collectives",
            (run, job) -> run.jobs.get(job).algorithmNames())
        .meaning(
            "algorithms of the job's collectives, chosen by auto or named by study or"
                + " program; null without collectives of several ranks");
    if (tables.order()) {
      families
          .add(IDEAL_TICKS, "ticks", "Makespan on the contention-free baseline", (run, job) -> null)
          .meaning(
              "with statistics.ideal: makespanTicks of the same jobs on the contention-free"
                  + " baseline")
          .add(SLOWDOWN, "", "Slow-down", (run, job) -> null, Role.HIGHLIGHT)
          .meaning(
              "makespanTicks divided by idealTicks: the cost of sharing links and interfaces; at"
                  + " least 1 if sameOrder is true; null if ranks are lost")
          .add(SAME_ORDER, "", "Same order as on the baseline", (run, job) -> null)
          .meaning(
              "whether the order of each rank's work, and of each node's transfers, is"
                  + " the same as on the contention-free baseline")
          .add(
              ORDER,
              "",
              "Digest of the order of work",
              (run, job) -> Long.toHexString(run.statistics.order(job)))
          .meaning("digest of the order of ranks' work and nodes' transfers");
    }
    if (tables.keys().collectives()) {
      families
          .add(
              "busBandwidth",
              "GB/s",
              "Bus bandwidth of collectives",
              Measured::busBandwidth,
              Role.HIGHLIGHT)
          .meaning(
              "mean of busBandwidth over the rows of collectives.csv (statistics.collectives)"
                  + " that have one, like the last line of nccl-tests; null if no row has one");
    }
    if (tables.keys().flows()) {
      addFlows(families, tables.order());
    }
    if (tables.keys().criticalPath()) {
      addPath(families);
    }
    for (RankActivity state : RankActivity.values()) {
      families
          .add(
              "share." + state.word(),
              "",
              "Share of " + state.meaning(),
              (run, job) -> run.share(job, state))
          .meaning(
              "share of the time from the job's start to the end of each rank, or of the run: "
                  + state.meaning());
    }
    families
        .count("operations", "operations", "Operations", Count.OPERATIONS)
        .meaning("operations that ranks began")
        .count("messages", "messages", "Messages", Count.MESSAGES)
        .meaning("messages that ranks began to send, including those of collectives")
        .count("bytes", "B", "Bytes of messages", Count.BYTES)
        .meaning("bytes of the messages that ranks began to send, including those of collectives")
        .count("messagesReceived", "messages", "Messages received", Count.RECEIVED)
        .meaning("completed receives")
        .count("bytesReceived", "B", "Bytes received", Count.RECEIVED_BYTES)
        .meaning("bytes of the messages of completed receives")
        .count("unexpectedMessages", "messages", "Unexpected messages", Count.UNEXPECTED)
        .meaning("messages that were handled before a matching receive was posted")
        .add(
            "longestUnexpectedQueue",
            "messages",
            "Longest queue of unexpected messages",
            (run, job) -> run.longest(job, Largest.UNEXPECTED_QUEUE))
        .meaning("largest number of unexpected messages of a rank that had no receive yet")
        .add(
            "longestReceiveQueue",
            "receives",
            "Longest queue of receives",
            (run, job) -> run.longest(job, Largest.RECEIVE_QUEUE))
        .meaning("largest number of receives of a rank that waited for their messages");
    for (int job = 0; job < names.size(); job++) {
      addDistributions(metrics, names.get(job), job);
    }
    return metrics;
  }

  private static void addFlows(Families families, boolean ideal) {
    for (int percent : FlowTable.PERCENTILES) {
      families
          .add(
              "flowMicrosecondsP" + percent,
              "us",
              "Flow completion time, percentile " + percent,
              (run, job) -> run.flowMicroseconds(job, percent),
              Role.HIGHLIGHT)
          .meaning(
              "percentile "
                  + percent
                  + " of the flow completion times of flows.csv (statistics.flows); null without"
                  + " flows");
    }
    if (!ideal) {
      return;
    }
    for (int percent : FlowTable.PERCENTILES) {
      families
          .add(
              FLOW_SLOWDOWN + percent,
              "",
              "Slow-down of flows, percentile " + percent,
              (run, job) -> null)
          .meaning(
              "percentile "
                  + percent
                  + " of the slow-downs of flows.csv (statistics.flows and statistics.ideal);"
                  + " null if no slow-down is known");
    }
  }

  private static void addPath(Families families) {
    for (PathShare share : PathShare.values()) {
      families
          .add(
              "path." + share.word(),
              "",
              "Critical path: " + share.meaning(),
              (run, job) -> run.pathShare(job, share))
          .meaning(
              "share of the makespan on the critical path (statistics.criticalPath): "
                  + share.meaning()
                  + "; null if the job did not end or is in the background");
    }
    for (PathShare share : PathShare.values()) {
      families
          .add(
              "pathTicks." + share.word(),
              "ticks",
              "Ticks of the critical path: " + share.meaning(),
              (run, job) -> run.ofPath(job, path -> path.ticks(share)))
          .meaning(
              "ticks of the critical path: "
                  + share.meaning()
                  + "; the ticks of all shares add up to makespanTicks");
    }
    families
        .add(
            "pathMessages",
            "transfers",
            "Transfers on the critical path",
            (run, job) -> run.ofPath(job, CriticalPath::messages))
        .meaning("transfers that the critical path follows from one rank to another");
  }

  private static void addDistributions(Metrics<Measured> metrics, String name, int job) {
    metrics
        .distribution(
            PREFIX + "messageLatencyTicks." + name,
            "Message latency, " + name,
            run -> run.statistics.latencies(job),
            Set.of(Role.DISTRIBUTION))
        .meaning(
            "time from the posting of a message's first transfer to the completion of"
                + " its receive, over all completed receives; includes messages within a node")
        .distribution(
            PREFIX + SIZES + "." + name,
            "B",
            "Message size, " + name,
            run -> run.statistics.sizes(job),
            Set.of())
        .meaning("bytes of the messages that ranks began to send");
  }

  /** Returns the numbers of a baseline's result for {@link #against}: texts, integers and lists. */
  public static Map<String, Object> ofBaseline(RunResult baseline) {
    final Map<String, Object> jobs = new LinkedHashMap<>();
    jobs.put(MAKESPAN, of(baseline, MAKESPAN));
    jobs.put(ORDER, of(baseline, ORDER));
    final RunResult.Table flows = baseline.tables().get(JobTables.FLOWS);
    if (flows != null) {
      jobs.put(JobTables.FLOWS, FlowTable.times(flows));
    }
    return jobs;
  }

  /**
   * Returns the result of a run, compared with the same jobs on a baseline.
   *
   * @param baseline as {@link #ofBaseline} returned it
   */
  public static RunResult against(Map<String, Object> baseline, RunResult run) {
    final Map<?, ?> orders = (Map<?, ?>) baseline.get(ORDER);
    final Map<String, Object> ticks = new LinkedHashMap<>();
    final Map<String, Object> slowdowns = new LinkedHashMap<>();
    final Map<String, Object> sameOrder = new LinkedHashMap<>();
    final Map<?, ?> lost = of(run, LOST);
    ((Map<?, ?>) baseline.get(MAKESPAN))
        .forEach(
            (job, there) -> {
              final String name = job.toString();
              final Double slowdown =
                  lost.get(job).equals(0L)
                          && makespans(run).get(job) instanceof Long here
                          && there instanceof Long least
                      ? Metrics.ratio(here, (double) least)
                      : null;
              ticks.put(name, there);
              slowdowns.put(name, slowdown);
              sameOrder.put(
                  name,
                  slowdown == null
                      ? null
                      : (Boolean) of(run, ORDER).get(job).equals(orders.get(job)));
            });
    final Map<Object, Object> jobs = new LinkedHashMap<>(jobs(run));
    jobs.put(IDEAL_TICKS, ticks);
    jobs.put(SLOWDOWN, slowdowns);
    jobs.put(SAME_ORDER, sameOrder);
    if (!(baseline.get(JobTables.FLOWS) instanceof Map<?, ?> times)) {
      return run.with(JobKeys.SECTION, jobs);
    }
    final RunResult.Table flows = FlowTable.against(times, run.tables().get(JobTables.FLOWS));
    for (int percent : FlowTable.PERCENTILES) {
      final Map<String, Object> slowest = new LinkedHashMap<>();
      ticks
          .keySet()
          .forEach(
              job ->
                  slowest.put(job, FlowTable.percentile(FlowTable.slowdowns(flows, job), percent)));
      jobs.put(FLOW_SLOWDOWN + percent, slowest);
    }
    return run.with(JobKeys.SECTION, jobs).withTable(JobTables.FLOWS, flows);
  }

  private static Map<?, ?> jobs(RunResult run) {
    return (Map<?, ?>) run.summary().get(JobKeys.SECTION);
  }

  private static Map<?, ?> makespans(RunResult run) {
    return of(run, MAKESPAN);
  }

  private static Map<?, ?> of(RunResult run, String family) {
    return (Map<?, ?>) jobs(run).get(family);
  }

  /** Returns the distributions of sizes, which are stored completely beside the summary. */
  public static Map<String, TickHistogram> sizes(Measured run) {
    final Map<String, TickHistogram> sizes = new LinkedHashMap<>();
    for (PlacedJob job : run.jobs) {
      sizes.put(PREFIX + SIZES + "." + job.name(), run.statistics.sizes(job.number()));
    }
    return sizes;
  }

  /** Families with a member for each job. */
  private record Families(Metrics<Measured> metrics, List<String> names) {
    /** Builder stage: a metric that still needs a meaning. */
    private interface Draft {
      Families meaning(String meaning);
    }

    Draft add(
        String name,
        String unit,
        String label,
        BiFunction<Measured, Integer, ?> value,
        Role... roles) {
      final Metrics.Draft<Measured> draft =
          metrics.family(PREFIX + name, unit, label, EACH, names, value, roles);
      return meaning -> {
        draft.meaning(meaning);
        return this;
      };
    }

    Draft count(String name, String unit, String label, Count what) {
      return add(name, unit, label, (run, job) -> run.count(job, what));
    }
  }
}
