package io.hopwright.models.messaging.statistics;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.path.EventWindow;
import io.hopwright.models.messaging.statistics.JobStatistics.PairRow;
import io.hopwright.models.messaging.statistics.JobStatistics.RankRow;
import io.hopwright.models.messaging.statistics.TimeLine.Cell;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.tables.RunResult.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Optional results of jobs, on all machines: tables with separate ranks, and the run on the
 * contention-free baseline.
 *
 * @param ranks whether there is a table with a row for each rank
 * @param matrix whether there is one with a row for each pair of ranks that sent something
 * @param timeline whether there is one of when ranks did what
 * @param ideal whether the jobs are simulated on the contention-free baseline, too
 * @param order whether there is a digest of the order of work
 * @param collectives whether there is one of the times and bandwidths of collectives
 * @param flows whether there is one with a row for each message received
 * @param criticalPath whether there is one of the segments of critical paths
 * @param events ticks of which there is one of all work and transfers; null for none
 */
public record JobTables(
    boolean ranks,
    boolean matrix,
    boolean timeline,
    boolean ideal,
    boolean order,
    boolean collectives,
    boolean flows,
    boolean criticalPath,
    EventWindow events) {
  /** Asks for nothing. */
  public static final JobTables NONE = new JobTables(false, false, false, false);

  /** Asks for everything. */
  public static final JobTables ALL =
      new JobTables(true, true, true, true, true, true, true, true, new EventWindow(0, 1));

  /** Asks for the order of work if that of a baseline is compared with it. */
  public JobTables(boolean ranks, boolean matrix, boolean timeline, boolean ideal) {
    this(ranks, matrix, timeline, ideal, ideal, false, false, false, null);
  }

  /** Returns the optional results of the baseline with which a run is compared. */
  public JobTables ofBaseline() {
    return new JobTables(false, false, false, false, true, false, flows, false, null);
  }

  private static final String TIMELINE = "timeline";
  private static final List<String> STATES =
      Stream.of(RankActivity.values()).map(RankActivity::word).toList();
  private static final String RANKS = "ranks";
  private static final String MATRIX = "matrix";

  /** Name of the table of collectives. */
  public static final String COLLECTIVES = "collectives";

  /** Name of the table of flows. */
  public static final String FLOWS = "flows";

  /** Bytes of a rank where it is measured, where parts are added up, and as a row. */
  private static final double RANK_BYTES = 600;

  /** Asks for the table of ranks. */
  public static final Key<Boolean> RANKS_KEY =
      Key.flag("statistics.ranks", false)
          .ofRun(
              "also writes the time of each rank of the jobs by activity; needs about 600 B"
                  + " per rank");

  /** Asks for the table of pairs. */
  public static final Key<Boolean> MATRIX_KEY =
      Key.flag("statistics.matrix", false)
          .ofRun("also writes the traffic between ranks of the jobs; needs about 400 B per pair");

  /** Bytes of a cell of the time line, as numbers and as a row. */
  private static final double CELL_BYTES = 250;

  /** Asks for the table of what ranks did when. */
  public static final Key<Boolean> TIMELINE_KEY =
      Key.flag("statistics.timeline", false)
          .ofRun(
              ("also writes the activity of ranks over time, in up to %s groups of ranks and"
                      + " %s bins; needs up to 60 KB per group and partition, and 130 MB in total")
                  .formatted(TimeLine.MOST_GROUPS, TimeLine.MOST_BINS));

  /** Asks for slow-downs. */
  public static final Key<Boolean> IDEAL_KEY =
      Key.flag("statistics.ideal", false)
          .ofRun(
              "first simulates the jobs on the contention-free baseline, to report how much longer"
                  + " each job takes on the machine");

  /** Asks for the table of collectives. */
  public static final Key<Boolean> COLLECTIVES_KEY =
      Key.flag("statistics.collectives", false)
          .ofRun(
              "also writes times, algorithm bandwidth and bus bandwidth of the jobs' collectives by"
                  + " algorithm, members and bytes");

  /** Bytes of a flow where it is measured, where parts are added up, and as a row. */
  private static final double FLOW_BYTES = 400;

  /** Asks for the table of flows. */
  public static final Key<Boolean> FLOWS_KEY =
      Key.flag("statistics.flows", false)
          .ofRun(
              "also writes start, finish and flow completion time of each message of the jobs that"
                  + " are not in the background; needs about 400 B per message");

  /** Name of the table of the segments of critical paths. */
  public static final String CRITICAL_PATH = "critical-path";

  /** Bytes of one operation in the logs: a piece of work, a wait, and room to grow. */
  private static final double PATH_BYTES = 120;

  /** Bytes of one rank in the logs. */
  private static final double PATH_RANK_BYTES = 200;

  /** Asks for critical paths. */
  public static final Key<Boolean> CRITICAL_PATH_KEY =
      Key.flag("statistics.criticalPath", false)
          .ofRun(
              "also finds the critical path of each job that is not in the background: where its"
                  + " makespan goes; needs up to %.0f B per operation and %.0f B per rank"
                      .formatted(PATH_BYTES, PATH_RANK_BYTES));

  /** Name of the table of work and transfers. */
  public static final String EVENTS = "events";

  /** First tick whose events are written. */
  public static final Key<Long> EVENTS_FROM_KEY =
      Key.ticks("statistics.eventsFromTick", null, 0, RunPlan.MAX_TICKS)
          .ofRun(
              "first tick of the table events: pieces of work and transfers of ended jobs (0 with"
                  + " statistics.eventsToTick alone); needs the memory of statistics.criticalPath,"
                  + " and 32 B per transfer");

  /** First tick whose events are not written. */
  public static final Key<Long> EVENTS_TO_KEY =
      Key.ticks("statistics.eventsToTick", null, 0, RunPlan.MAX_TICKS)
          .ofRun(
              "first tick after those in the table events (the end of the run with"
                  + " statistics.eventsFromTick alone)");

  /** All of them, for the statistics of a machine. */
  public static final List<Key<?>> KEYS =
      List.of(
          RANKS_KEY,
          MATRIX_KEY,
          TIMELINE_KEY,
          IDEAL_KEY,
          COLLECTIVES_KEY,
          FLOWS_KEY,
          CRITICAL_PATH_KEY,
          EVENTS_FROM_KEY,
          EVENTS_TO_KEY);

  /** Reads what a study asks for. */
  public static JobTables of(Settings settings) {
    final boolean ideal = settings.get(IDEAL_KEY);
    return new JobTables(
        settings.get(RANKS_KEY),
        settings.get(MATRIX_KEY),
        settings.get(TIMELINE_KEY),
        ideal,
        ideal,
        settings.get(COLLECTIVES_KEY),
        settings.get(FLOWS_KEY),
        settings.get(CRITICAL_PATH_KEY),
        window(settings));
  }

  private static EventWindow window(Settings settings) {
    final Optional<Long> from = settings.find(EVENTS_FROM_KEY);
    final Optional<Long> to = settings.find(EVENTS_TO_KEY);
    return from.isEmpty() && to.isEmpty()
        ? null
        : new EventWindow(from.orElse(0L), to.orElse(RunPlan.MAX_TICKS));
  }

  private boolean logs() {
    return criticalPath || events != null;
  }

  /** Returns statistics in which nothing is written yet. */
  public JobStatistics statistics(List<PlacedJob> jobs) {
    return new JobStatistics(
        jobs.size(),
        ranks,
        matrix,
        order,
        timeLine(jobs),
        collectiveTimes(),
        flowTimes(),
        logs(),
        events);
  }

  private FlowTimes flowTimes() {
    return flows ? new FlowTimes() : null;
  }

  private CollectiveTimes collectiveTimes() {
    return collectives ? new CollectiveTimes() : null;
  }

  private TimeLine timeLine(List<PlacedJob> jobs) {
    return timeline ? new TimeLine(jobs) : null;
  }

  /**
   * Reads the statistics of a partition.
   *
   * @throws IllegalArgumentException if the words are not statistics, or contain optional parts
   *     that were not requested
   */
  public JobStatistics load(List<PlacedJob> jobs, Words words) {
    final JobStatistics statistics =
        JobStatistics.load(jobs.size(), timeLine(jobs), collectiveTimes(), flowTimes(), words);
    if ((!ranks && !statistics.rows().isEmpty())
        || (!matrix && !statistics.pairs().isEmpty())
        || (!logs() && !statistics.logs().isEmpty())) {
      throw new IllegalArgumentException(
          "%s ranks, %s pairs and %s logs recorded separately; %s"
              .formatted(
                  statistics.rows().size(),
                  statistics.pairs().size(),
                  statistics.logs().size(),
                  this));
    }
    return statistics;
  }

  /** Returns the memory that the tables of ranks and flows and the time line take, in bytes. */
  public double bytes(List<PlacedJob> jobs) {
    return (ranks ? RANK_BYTES * jobs.stream().mapToDouble(PlacedJob::ranks).sum() : 0)
        + (timeline ? CELL_BYTES * TimeLine.MOST_BINS * TimeLine.groups(jobs) : 0)
        + (flows ? FLOW_BYTES * PlacedJob.forecast(jobs).messages() : 0)
        + (logs() ? jobs.stream().mapToDouble(JobTables::logBytes).sum() : 0);
  }

  private static double logBytes(PlacedJob job) {
    return job.background() ? 0 : PATH_BYTES * job.operations() + PATH_RANK_BYTES * job.ranks();
  }

  /** Adds what there may be at most, without rows. */
  public static void addMostTo(Map<String, Table> tables) {
    tables.put(RANKS, Table.of(ranks(JobMetrics.ANY), List.of()));
    tables.put(MATRIX, Table.of(pairs(JobMetrics.ANY), List.of()));
    tables.put(TIMELINE, Table.of(cells(JobMetrics.ANY), List.of()));
    tables.put(
        COLLECTIVES, Table.of(CollectiveTable.of(JobMetrics.ANY, new TickRate(1, 1)), List.of()));
    tables.put(
        FLOWS, Table.of(FlowTable.of(JobMetrics.ANY, List.of(), new TickRate(1, 1)), List.of()));
    tables.put(
        CRITICAL_PATH, Table.of(PathTable.of(JobMetrics.ANY, new TickRate(1, 1)), List.of()));
    tables.put(EVENTS, Table.of(EventTable.of(JobMetrics.ANY), List.of()));
  }

  /** Adds the tables that were asked for. */
  public void addTo(Map<String, Table> tables, JobMetrics.Measured measured) {
    final JobStatistics statistics = measured.statistics();
    final List<String> names = JobMetrics.names(measured.jobs());
    if (ranks) {
      tables.put(RANKS, Table.of(ranks(names), statistics.rows()));
    }
    if (matrix) {
      tables.put(MATRIX, Table.of(pairs(names), statistics.pairs()));
    }
    if (timeline) {
      tables.put(TIMELINE, Table.of(cells(names), statistics.timeLine().cells()));
    }
    if (collectives) {
      tables.put(
          COLLECTIVES,
          Table.of(
              CollectiveTable.of(names, measured.tickRate()), statistics.collectives().rows()));
    }
    if (flows) {
      tables.put(
          FLOWS,
          Table.of(
              FlowTable.of(names, measured.jobs(), measured.tickRate()),
              statistics.flows().rows()));
    }
    if (criticalPath) {
      tables.put(
          CRITICAL_PATH,
          Table.of(PathTable.of(names, measured.tickRate()), PathTable.rows(measured.paths())));
    }
    if (events != null) {
      tables.put(
          EVENTS, Table.of(EventTable.of(names), EventTable.rows(statistics.logs(), events)));
    }
  }

  static <T> Metrics<T> ofJob(List<String> names, Function<T, Integer> job) {
    return new Metrics<T>()
        .add("job", "", "Job", row -> names.get(job.apply(row)), Role.IDENTITY)
        .meaning("name of the job");
  }

  private static Metrics<RankRow> ranks(List<String> names) {
    return JobTables.<RankRow>ofJob(names, RankRow::job)
        .add("rank", "", "Rank", RankRow::rank, Role.IDENTITY)
        .meaning("number of the rank")
        .add("node", "", "Node", RankRow::node, Role.IDENTITY)
        .meaning("node that it is on")
        .add("endTick", "ticks", "End", row -> row.end() < 0 ? null : Long.valueOf(row.end()))
        .meaning("tick at which it completed its program for the last time; null if it did not")
        .add("messages", "messages", "Messages", RankRow::messages)
        .meaning("messages that it began to send, including those of collectives")
        .add("bytes", "B", "Bytes", RankRow::bytes)
        .meaning("bytes of these messages")
        .family(
            "spent",
            "ticks",
            "Time spent",
            "State",
            STATES,
            (row, state) -> row.states().get(state))
        .meaning(
            "ticks from the job's start to the rank's end by activity: computing and"
                + " reducing (compute), sending and replies (send), receiving (receive), and"
                + " waiting in collectives, for messages not sent yet (lateSenders), for"
                + " receivers (lateReceivers) and for messages in flight (network)");
  }

  private static Metrics<Cell> cells(List<String> names) {
    return JobTables.<Cell>ofJob(names, Cell::job)
        .add("firstRank", "", "First rank", Cell::firstRank, Role.IDENTITY)
        .meaning("first rank of a group of consecutive ones")
        .add("ranks", "ranks", "Ranks", Cell::ranks, Role.IDENTITY)
        .meaning("ranks of the group")
        .add("fromTick", "ticks", "From", Cell::fromTick, Role.IDENTITY)
        .meaning("first tick of the bin")
        .add("toTick", "ticks", "To", Cell::toTick, Role.IDENTITY)
        .meaning("first tick after the bin")
        .family(
            "spent",
            "ticks",
            "Time spent",
            "State",
            STATES,
            (cell, state) -> cell.states().get(state))
        .meaning(
            "ticks of the bin by activity, summed over the ranks of the group; the"
                + " activities are those of ranks.csv");
  }

  private static Metrics<PairRow> pairs(List<String> names) {
    return JobTables.<PairRow>ofJob(names, PairRow::job)
        .add("source", "", "Source", PairRow::source, Role.IDENTITY)
        .meaning("rank that sends")
        .add("destination", "", "Destination", PairRow::destination, Role.IDENTITY)
        .meaning("rank that receives")
        .add("messages", "messages", "Messages", PairRow::messages)
        .meaning("messages that the source began to send to the destination")
        .add("bytes", "B", "Bytes", PairRow::bytes)
        .meaning("bytes of these messages");
  }
}
