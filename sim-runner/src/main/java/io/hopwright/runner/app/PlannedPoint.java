package io.hopwright.runner.app;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.run.BoundMetrics;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.execution.PartitionGraph;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Layout;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Estimates, bounds and remarks for one point of a study. Immutable; it does not hold the point's
 * network.
 */
@PublicApi
public final class PlannedPoint {
  private static final double NANO = 1e-9;
  private static final String BOUNDS = "bounds";

  private final String run;
  private final String name;
  private final String machine;
  private final long nodes;
  private final long lookaheadTicks;
  private final double lookaheadNanoseconds;
  private final Forecast forecast;
  private final Object bounds;
  private final double boundThroughput;
  private final String boundUnit;
  private final JobForecast jobs;
  private final List<String> remarks;
  private final PartitionGraph graph;
  private final PartitionPlacement placement;
  private final Estimate estimate;

  /**
   * Plans a point.
   *
   * @param run run of the point
   * @param remarks what a user should know before the simulation, one sentence each
   * @throws InputException if it cannot be placed
   */
  PlannedPoint(
      String run,
      String name,
      Network<?> network,
      List<String> remarks,
      Layout layout,
      Computer computer) {
    Placements.check(name, network, layout.jvms());
    this.run = run;
    this.name = name;
    machine = network.machine();
    nodes = network.nodes();
    lookaheadTicks = network.lookaheadTicks();
    lookaheadNanoseconds = network.tickRate().toSeconds(lookaheadTicks) / NANO;
    forecast = network.forecast();
    final RunResult unmeasured = network.unmeasured();
    bounds = unmeasured.summary().get(BOUNDS);
    boundUnit =
        unmeasured.metrics().stream()
            .filter(metric -> metric.name().equals(BoundMetrics.THROUGHPUT))
            .map(metric -> metric.unit())
            .findFirst()
            .orElse(null);
    boundThroughput =
        boundUnit != null && ((Map<?, ?>) bounds).get("throughput") instanceof Double throughput
            ? throughput
            : Double.NaN;
    jobs = network.jobs();
    this.remarks = List.copyOf(remarks);
    graph = PartitionGraph.of(network);
    placement = Placements.of(network, layout.jvms());
    estimate = Estimate.of(network, placement, layout, computer);
  }

  /** Returns the run of the point; the name of the study if it has no runs. */
  public String run() {
    return run;
  }

  /** Returns the path of the point; the name of the study if it is a single point. */
  public String name() {
    return name;
  }

  /** Returns the name of the machine. */
  public String machine() {
    return machine;
  }

  /** Returns the number of nodes. */
  public long nodes() {
    return nodes;
  }

  /** Returns the number of partitions, which is also the largest useful number of threads. */
  public int partitions() {
    return graph.partitions();
  }

  /** Returns the longest window that loses no event, in ticks of the machine. */
  public long lookaheadTicks() {
    return lookaheadTicks;
  }

  /** Returns the longest window that loses no event, in nanoseconds. */
  public double lookaheadNanoseconds() {
    return lookaheadNanoseconds;
  }

  /** Returns the theoretical limit of the throughput; NaN if it is unknown. */
  public double boundThroughput() {
    return boundThroughput;
  }

  /** Returns the unit of {@link #boundThroughput}; empty if that is unknown. */
  public String boundUnit() {
    return boundUnit == null ? "" : boundUnit;
  }

  /**
   * Returns the offered load divided by its theoretical limit; above 1 the network is saturated.
   */
  public double offeredOverBound() {
    return forecast.overload();
  }

  /** Returns the expected number of packets started on a link, summed over links. */
  public double packetHops() {
    return forecast.packetHops();
  }

  /** Returns the number of ranks of all jobs; 0 if there are none. */
  public long ranks() {
    return jobs.ranks();
  }

  /** Returns remarks for the user before the simulation, a line each. */
  public List<String> remarks() {
    return remarks;
  }

  /** Returns the estimated time, in seconds. */
  public double seconds() {
    return estimate.seconds();
  }

  /** Returns the estimated heap, in bytes, of the JVM that needs the most. */
  public double heapBytes() {
    return estimate.heapBytes();
  }

  /** Returns the heap to give to each JVM, in MiB. */
  public long suggestedHeapMib() {
    return estimate.suggestedHeapMib();
  }

  /**
   * Returns whether the costs of the machine were measured; otherwise the estimates are guesses.
   */
  public boolean measured() {
    return estimate.measured();
  }

  /** Returns the estimated costs. */
  @Internal
  public Estimate estimate() {
    return estimate;
  }

  /** Returns the partitions. */
  @Internal
  public PartitionGraph graph() {
    return graph;
  }

  /** Returns the placement of partitions on JVMs. */
  @Internal
  public PartitionPlacement placement() {
    return placement;
  }

  /** Returns the forecast of its network. */
  @Internal
  public Forecast forecast() {
    return forecast;
  }

  /** Returns the forecast of its jobs. */
  @Internal
  public JobForecast jobs() {
    return jobs;
  }

  Map<String, Object> document() {
    final boolean hasJobs = jobs.ranks() > 0;
    return new JsonObject()
        .with("run", name)
        .with("machine", machine)
        .with("nodes", nodes)
        .with("partitions", graph.partitions())
        .with("linksCut", graph.cutLinks())
        .with("linksCutBetweenJvms", graph.cutLinks(placement))
        .with("lookaheadTicks", lookaheadTicks)
        .with("lookaheadNanoseconds", lookaheadNanoseconds)
        .with(
            "placement",
            IntStream.range(0, placement.members())
                .mapToObj(jvm -> ranges(placement.partitionsOf(jvm)))
                .toList())
        .with("packetHops", forecast.packetHops())
        .with("offeredOverBound", forecast.overload())
        .withIf(bounds != null, BOUNDS, bounds)
        .with("remarks", remarks)
        .withIf(hasJobs, "ranks", jobs.ranks())
        .withIf(hasJobs, "operations", jobs.operations())
        .withIf(hasJobs, "messages", jobs.messages())
        .withIf(hasJobs, "rankBytes", jobs.bytes())
        .with("heapBytesPerJvm", Math.round(estimate.heapBytes()))
        .with("suggestedHeapMib", estimate.suggestedHeapMib())
        .with("checkpointBytes", Math.round(estimate.checkpoint().bytes()))
        .with("checkpointSeconds", estimate.checkpoint().seconds())
        .with("checkpointDiskBytes", Math.round(estimate.checkpoint().mostDiskBytes()))
        .with("lossSeconds", estimate.checkpoint().lossSeconds(estimate.seconds()))
        .with("seconds", estimate.seconds())
        .with("fits", estimate.fits())
        .with("measured", estimate.measured());
  }

  /** Returns ascending numbers as ranges: {@code 0-3,7}. */
  @Internal
  public static String ranges(int... numbers) {
    final StringBuilder text = new StringBuilder();
    for (int from = 0; from < numbers.length; ) {
      int to = from;
      while (to + 1 < numbers.length && numbers[to + 1] == numbers[to] + 1) {
        to++;
      }
      text.append(text.isEmpty() ? "" : ",").append(numbers[from]);
      text.append(to == from ? "" : "-" + numbers[to]);
      from = to + 1;
    }
    return text.toString();
  }
}
