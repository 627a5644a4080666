package io.hopwright.models.messaging.ranks;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.path.CriticalPath;
import io.hopwright.models.messaging.path.PathTimes;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tables.RunResult;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Jobs that run on a machine, with the data to simulate and report them; empty unless programs send
 * the traffic. Immutable; safe for any thread.
 *
 * @param software software of the machine's nodes
 * @param placed jobs in order of their numbers
 * @param tables optional tables with separate rows for ranks
 * @param tickRate ticks per second of the machine
 */
public record Jobs(Software software, List<PlacedJob> placed, JobTables tables, TickRate tickRate)
    implements GivenJobs {
  /** Copies the list. */
  public Jobs {
    placed = List.copyOf(placed);
  }

  /**
   * Reads, checks and places the jobs of a machine; without programs there are none.
   *
   * @param software of the machine's nodes
   * @param nodes of the machine, with their units (midplanes, groups)
   * @param mostRanksPerNode largest number of ranks on a node
   * @param tickRate of the machine
   * @param offered operations of its interfaces for ranks beside messages
   * @throws io.hopwright.models.declare.SettingsException with all errors of all jobs
   */
  public static Jobs of(
      Settings settings,
      Software software,
      Placement.Nodes nodes,
      int mostRanksPerNode,
      TickRate tickRate,
      Capabilities offered) {
    final List<PlacedJob> placed =
        WorkloadKeys.jobs(settings)
            ? JobKeys.read(settings, nodes, mostRanksPerNode, tickRate, offered)
            : List.of();
    return new Jobs(software, placed, JobTables.of(settings), tickRate);
  }

  /**
   * Returns the common data of all ranks.
   *
   * @param nodes of the machine
   */
  public Messaging.World world(int nodes, RunPlan run) {
    return new Messaging.World(
        new JobTable(placed, nodes), software, tickRate, Purpose.NOISE.draws(run.seed()));
  }

  /** Returns the nodes that have ranks. */
  public BitSet nodes() {
    final BitSet nodes = new BitSet();
    placed.stream().flatMapToInt(job -> IntStream.of(job.nodeOfRank())).forEach(nodes::set);
    return nodes;
  }

  /** Returns whether there are jobs. */
  public boolean any() {
    return !placed.isEmpty();
  }

  /** Returns whether the jobs are also simulated on a contention-free baseline. */
  public boolean wantBaseline() {
    return any() && tables.keys().ideal();
  }

  /** Returns the same jobs for the simulation of a baseline. */
  public Jobs onBaseline() {
    return new Jobs(software, placed, tables.ofBaseline(), tickRate);
  }

  /** Returns the forecast of all jobs. */
  public JobForecast forecast() {
    return PlacedJob.forecast(placed);
  }

  /** Returns the packets of a message of {@code bytes}, with at most {@code most} bytes each. */
  public static double packets(double bytes, int most) {
    return Math.max(1, Math.ceil(bytes / most));
  }

  /**
   * Returns the forecast of a run of the jobs. Its duration is unknown, so packets of background
   * jobs are not counted.
   *
   * @param columns columns of the series
   * @param ofMessage number of packets of a message by its bytes, with their answers
   * @param links number of links of a packet from one node to another
   */
  public Forecast forecast(
      RunPlan run, int columns, DoubleUnaryOperator ofMessage, IntBinaryOperator links) {
    final double hops = placed.stream().mapToDouble(job -> job.packetHops(ofMessage, links)).sum();
    return new Forecast(
        run.expectedTicks(1, 0),
        hops,
        0,
        0,
        IntervalSeries.rowBytes(columns),
        tables.bytes(placed));
  }

  /** Returns empty statistics. */
  public JobStatistics statistics() {
    return tables.statistics(placed);
  }

  /**
   * Reads the statistics of a partition.
   *
   * @throws IllegalArgumentException if the words are not statistics, or contain optional parts
   *     that were not requested
   */
  public JobStatistics load(Words words) {
    return tables.load(placed, words);
  }

  /**
   * Returns the results of jobs from the statistics of all partitions; null without jobs.
   *
   * @param times of the machine at zero load; not used without critical paths
   */
  public JobMetrics.Measured measured(Stream<JobStatistics> parts, Supplier<PathTimes> times) {
    final JobStatistics sum = statistics();
    parts.filter(Objects::nonNull).forEach(sum::add);
    final List<CriticalPath> paths =
        tables.keys().criticalPath() && any()
            ? CriticalPath.of(placed, sum.logs(), software, times.get())
            : List.of();
    return new JobMetrics.Measured(placed, sum, tickRate, paths);
  }

  /** Returns the numbers of the summary. */
  public Metrics<JobMetrics.Measured> metrics() {
    return JobMetrics.of(JobMetrics.names(placed), tables);
  }

  /** Adds the requested tables. */
  public void addTo(Map<String, RunResult.Table> tables, JobMetrics.Measured measured) {
    this.tables.addTo(tables, measured);
  }
}
