package io.hopwright.models.messaging.statistics;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.Source;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.path.EventWindow;
import io.hopwright.models.messaging.statistics.JobStatistics.PairRow;
import io.hopwright.models.messaging.statistics.JobStatistics.RankRow;
import io.hopwright.models.messaging.statistics.TimeLine.Cell;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.RunResult.Table;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Optional results of jobs, on all machines: tables with separate ranks, and the run on the
 * contention-free baseline.
 *
 * @param keys optional results that a study asks for
 * @param order whether there is a digest of the order of work
 */
public record JobTables(Keys keys, boolean order) {
  /** Bytes of a rank where it is measured, where parts are added up, and as a row. */
  static final int RANK_BYTES = 600;

  /** Bytes of a cell of the time line, as numbers and as a row. */
  private static final double CELL_BYTES = 250;

  /** Bytes of a flow where it is measured, where parts are added up, and as a row. */
  static final int FLOW_BYTES = 400;

  /** Bytes of one operation in the logs: a piece of work, a wait, and room to grow. */
  static final int PATH_BYTES = 120;

  /** Bytes of one rank in the logs. */
  static final int PATH_RANK_BYTES = 200;

  /** Keys of the tables. */
  @Source(Key.OF_RUN)
  public record Keys(
      @Setting(key = "statistics.ranks", word = "false")
          @Meaning(
              "also writes the time of each rank of the jobs by activity; needs about "
                  + RANK_BYTES
                  + " B per rank")
          boolean ranks,
      @Setting(key = "statistics.matrix", word = "false")
          @Meaning("also writes the traffic between ranks of the jobs; needs about 400 B per pair")
          boolean matrix,
      @Setting(key = "statistics.timeline", word = "false")
          @Meaning(
              "also writes the activity of ranks over time, in up to "
                  + TimeLine.MOST_GROUPS
                  + " groups of ranks and "
                  + TimeLine.MOST_BINS
                  + " bins; needs up to 60 KB per group and partition, and 130 MB in total")
          boolean timeline,
      @Setting(key = "statistics.ideal", word = "false")
          @Meaning(
              "first simulates the jobs on the contention-free baseline, to report how much longer"
                  + " each job takes on the machine")
          boolean ideal,
      @Setting(key = "statistics.collectives", word = "false")
          @Meaning(
              "also writes times, algorithm bandwidth and bus bandwidth of the jobs' collectives by"
                  + " algorithm, members and bytes")
          boolean collectives,
      @Setting(key = "statistics.flows", word = "false")
          @Meaning(
              "also writes start, finish and flow completion time of each message of the jobs that"
                  + " are not in the background; needs about "
                  + FLOW_BYTES
                  + " B per message")
          boolean flows,
      @Setting(key = "statistics.criticalPath", word = "false")
          @Meaning(
              "also finds the critical path of each job that is not in the background,"
                  + " which shows how its makespan is spent; needs up to "
                  + PATH_BYTES
                  + " B per operation and "
                  + PATH_RANK_BYTES
                  + " B per rank")
          boolean criticalPath,
      Events events) {}

  /** Keys of the ticks whose work and transfers are written. */
  @Source(Key.OF_RUN)
  public record Events(
      @Setting(key = "statistics.eventsFromTick", max = RunPlan.MAX_TICKS)
          @Meaning(
              "first tick of the table events, which lists work and transfers of ended"
                  + " jobs (0 with statistics.eventsToTick alone); needs the memory of"
                  + " statistics.criticalPath, and 32 B per transfer")
          OptionalLong fromTick,
      @Setting(key = "statistics.eventsToTick", max = RunPlan.MAX_TICKS)
          @Meaning(
              "tick before which the table events ends (the end of the run with"
                  + " statistics.eventsFromTick alone)")
          OptionalLong toTick) {
    /** Asks for no events. */
    public static final Events NONE = new Events(OptionalLong.empty(), OptionalLong.empty());

    /** Returns these ticks; null for none. */
    EventWindow window() {
      return equals(NONE)
          ? null
          : new EventWindow(fromTick.orElse(0), toTick.orElse(RunPlan.MAX_TICKS));
    }
  }

  /** All keys, for the statistics of a machine. */
  public static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class);

  /** The keys, which other workloads than jobs do not read. */
  public static final KeyScope SCOPE =
      new KeyScope(
          WorkloadKeys.KIND,
          WorkloadKeys::jobs,
          "%s = %s; %s = true lists the packets of a pattern by source and destination"
              .formatted(WorkloadKeys.KIND, WorkloadKeys.JOBS_KIND, FlowTables.PAIRS_KEY.name()),
          KEYS.keys().stream().map(Key::name).toList());

  /** Asks for nothing. */
  public static final JobTables NONE = new JobTables(false, false, false, false);

  /** Asks for everything. */
  public static final JobTables ALL =
      new JobTables(
          new Keys(
              true,
              true,
              true,
              true,
              true,
              true,
              true,
              new Events(OptionalLong.of(0), OptionalLong.of(1))),
          true);

  /**
   * Creates the choice of tables; requests the order of work if it is compared with that of a
   * baseline.
   */
  public JobTables(boolean ranks, boolean matrix, boolean timeline, boolean ideal) {
    this(new Keys(ranks, matrix, timeline, ideal, false, false, false, Events.NONE), ideal);
  }

  /** Returns the optional results of the baseline with which a run is compared. */
  public JobTables ofBaseline() {
    return new JobTables(
        new Keys(false, false, false, false, false, keys.flows, false, Events.NONE), true);
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

  /** Name of the table of the segments of critical paths. */
  public static final String CRITICAL_PATH = "critical-path";

  /** Name of the table of work and transfers. */
  public static final String EVENTS = "events";

  /** Reads the tables that a study requests. */
  public static JobTables of(Settings settings) {
    final Keys keys = KEYS.read(settings);
    return new JobTables(keys, keys.ideal);
  }

  private boolean logs() {
    return keys.criticalPath || !keys.events.equals(Events.NONE);
  }

  /** Returns empty statistics. */
  public JobStatistics statistics(List<PlacedJob> jobs) {
    return new JobStatistics(
        jobs.size(),
        keys.ranks,
        keys.matrix,
        order,
        timeLine(jobs),
        collectiveTimes(),
        flowTimes(),
        logs(),
        keys.events.window());
  }

  private FlowTimes flowTimes() {
    return keys.flows ? new FlowTimes() : null;
  }

  private CollectiveTimes collectiveTimes() {
    return keys.collectives ? new CollectiveTimes() : null;
  }

  private TimeLine timeLine(List<PlacedJob> jobs) {
    return keys.timeline ? new TimeLine(jobs) : null;
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
    if ((!keys.ranks && !statistics.rows().isEmpty())
        || (!keys.matrix && !statistics.pairs().isEmpty())
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

  /** Returns the memory of the tables of ranks and flows and of the time line, in bytes. */
  public double bytes(List<PlacedJob> jobs) {
    return (keys.ranks ? RANK_BYTES * jobs.stream().mapToDouble(PlacedJob::ranks).sum() : 0)
        + (keys.timeline ? CELL_BYTES * TimeLine.MOST_BINS * TimeLine.groups(jobs) : 0)
        + (keys.flows ? FLOW_BYTES * PlacedJob.forecast(jobs).messages() : 0)
        + (logs() ? jobs.stream().mapToDouble(JobTables::logBytes).sum() : 0);
  }

  private static double logBytes(PlacedJob job) {
    return job.background()
        ? 0
        : PATH_BYTES * job.operations() + (double) PATH_RANK_BYTES * job.ranks();
  }

  /**
   * Returns all that a machine with jobs may have at most, without rows.
   *
   * @param heat map of links
   * @param links groupings of links
   * @param columns columns of the table of a grouping
   */
  public static <T> Map<String, Table> most(
      HeatTable heat, StatisticsKeys.Links links, Function<LinkGrouping, Metrics<T>> columns) {
    final Map<String, Table> tables = new LinkedHashMap<>();
    heat.addMostTo(tables);
    LinkPicture.addMostTo(tables);
    links.addMostTo(tables, columns);
    FlowTables.addMostTo(tables);
    addMostTo(tables);
    return tables;
  }

  /** Adds all possible tables, without rows. */
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

  /** Adds the requested tables. */
  public void addTo(Map<String, Table> tables, JobMetrics.Measured measured) {
    final JobStatistics statistics = measured.statistics();
    final List<String> names = JobMetrics.names(measured.jobs());
    if (keys.ranks) {
      tables.put(RANKS, Table.of(ranks(names), statistics.rows()));
    }
    if (keys.matrix) {
      tables.put(MATRIX, Table.of(pairs(names), statistics.pairs()));
    }
    if (keys.timeline) {
      tables.put(TIMELINE, Table.of(cells(names), statistics.timeLine().cells()));
    }
    if (keys.collectives) {
      tables.put(
          COLLECTIVES,
          Table.of(
              CollectiveTable.of(names, measured.tickRate()), statistics.collectives().rows()));
    }
    if (keys.flows) {
      tables.put(
          FLOWS,
          Table.of(
              FlowTable.of(names, measured.jobs(), measured.tickRate()),
              statistics.flows().rows()));
    }
    if (keys.criticalPath) {
      tables.put(
          CRITICAL_PATH,
          Table.of(PathTable.of(names, measured.tickRate()), PathTable.rows(measured.paths())));
    }
    if (!keys.events.equals(Events.NONE)) {
      tables.put(
          EVENTS,
          Table.of(EventTable.of(names), EventTable.rows(statistics.logs(), keys.events.window())));
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
        .meaning("node of the rank")
        .add("endTick", "ticks", "End", row -> row.end() < 0 ? null : Long.valueOf(row.end()))
        .meaning(
            "tick at which the rank completed its program for the last time; null if it"
                + " did not")
        .add("messages", "messages", "Messages", RankRow::messages)
        .meaning("messages that the rank began to send, including those of collectives")
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
        .meaning("bytes of the messages that the source began to send to the destination");
  }
}
