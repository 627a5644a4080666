package io.hopwright.runner.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.core.window.Partition;
import io.hopwright.models.Machines;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.partition.wire.WireProbe;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Origin;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.BarrierCost;
import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.LocalWorkers;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.execution.Projection;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.execution.WireCost;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.StudyReader;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.ParentWatch;
import io.hopwright.runner.sweep.Runs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JVM of the benchmark. It measures a row, or projects the row to more processors from the work of
 * each partition in each window, and prints JSON. It ends with its parent.
 */
public final class BenchProcess {
  private static final int ORPHANED = 130;
  private static final int WRONG_INPUT = 2;
  private static final int FAILED = 70;
  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration CREW_LIMIT = Duration.ofSeconds(60);

  /** More intervals of the series than a row ever simulates, and no more than memory holds. */
  private static final long MOST_INTERVALS = 100_000;

  private static final long MOST_TICKS = 1L << 32;

  /** Enough for every class to be of use. */
  private static final int LOADING_WINDOWS = 50;

  /** Enough for traffic to spread: ten response times. */
  private static final int SKIPPED_WINDOWS = 400;

  private static final int PROJECTED_WINDOWS = 200;

  private BenchProcess() {}

  /** Measures the row in the first argument, or projects it if there is a second argument. */
  public static void main(String[] args) throws JsonProcessingException {
    ParentWatch.start(ORPHANED);
    final ObjectMapper mapper = new ObjectMapper();
    final Row row = mapper.readValue(args[0], Row.class);
    try {
      System.out.print(
          Json.text(
              args.length == 1
                  ? measure(row)
                  : project(row, mapper.readValue(args[1], ProjectionPlan.class))));
    } catch (InputException e) {
      System.err.println(e.getMessage());
      System.exit(WRONG_INPUT);
    }
    System.out.flush();
    System.exit(0);
  }

  static Map<String, Object> measure(Row row) {
    final ResolvedConfig described = config(row);
    final Network<?> network = described.network();
    final ResolvedConfig endless =
        running(
            described,
            Map.of("run.ticks", Math.min(MOST_TICKS, MOST_INTERVALS * network.gridTicks())));
    return measure(row, endless, endless.network());
  }

  private static <P extends Partition> Map<String, Object> measure(
      Row row, ResolvedConfig config, Network<P> network) {
    final ExecutionPlan plan =
        new ExecutionPlan(
            row.threads() == 1 ? ExecutorKind.SEQUENTIAL : ExecutorKind.ACTORS, row.threads());
    loadClasses(plan, network);
    final Interruption end = new Interruption();
    try (Cluster cluster = row.jvms() == 1 ? null : cluster(row)) {
      final SegmentClock clock =
          new SegmentClock(
              row,
              network.run().warmupTicks(),
              end::request,
              cluster == null ? () -> 0 : cluster::bytesSent);
      final Simulator simulator = new Simulator(plan, end, clock, true, clock);
      if (cluster == null) {
        simulator.run(network);
      } else {
        simulator.run(network, config, Simulator.Course.whole(), cluster);
      }
      if (!clock.complete(network.packetsUntilDrained() == null)) {
        throw endedEarly(row);
      }
      return RowResult.of(network, row, clock);
    }
  }

  private static InputException endedEarly(Row row) {
    return new InputException(
        row.name()
            + ": the run ended while it was measured; use sources that never end, and"
            + " run.gridTicks of at least 1000");
  }

  private static ResolvedConfig config(Row row) {
    return new StudyReader(Machines.all(), new Library()).rendered(row.config());
  }

  /** Returns the description of a run that ends after a number of ticks. */
  private static ResolvedConfig running(ResolvedConfig config, Map<String, Long> ticks) {
    final Map<String, Object> values = new LinkedHashMap<>(ticks);
    values.put("run.end", "ticks");
    values.put("run.followTicks", 0L);
    return config.with(values, Origin.SET);
  }

  private static Cluster cluster(Row row) {
    final String token = Cluster.newToken();
    return Cluster.gather(
        new ClusterOptions(LOOPBACK, 0, LOOPBACK, null, token, row.threads()),
        row.jvms(),
        row.jvms(),
        new LocalWorkers(row.heapMib(), row.threads(), List.of(), token),
        "",
        CREW_LIMIT,
        false,
        new Interruption(),
        failure -> new Diagnosis(failure.toString(), FAILED),
        line -> {});
  }

  /** Loads classes by a short run, so that their heap does not count as memory of the network. */
  private static <P extends Partition> void loadClasses(ExecutionPlan plan, Network<P> network) {
    final Interruption end = new Interruption();
    final long lastTick = LOADING_WINDOWS * network.windowTicks();
    new Simulator(
            plan,
            end,
            RunObserver.NONE,
            true,
            (clockTicks, total) -> {
              if (clockTicks >= lastTick) {
                end.request();
              }
            })
        .run(network);
  }

  static Map<String, Object> project(Row row, ProjectionPlan plan) {
    final ResolvedConfig described = config(row);
    final Network<?> network = described.network();
    final long window = network.windowTicks();
    final long skipped = Math.min(SKIPPED_WINDOWS, network.run().warmupTicks() / window);
    // The first window after the warm-up only says where the next begins; runs end on the grid.
    final long ticks = (PROJECTED_WINDOWS + 1) * window;
    final long grid = skipped * window + ticks;
    final Map<String, Long> run =
        Map.of(
            RunPlan.WARMUP.name(),
            skipped * window,
            RunPlan.TICKS.name(),
            ticks,
            RunPlan.GRID.name(),
            grid);
    return project(row, running(described, run).network(), plan);
  }

  private static Map<String, Object> project(Row row, Network<?> network, ProjectionPlan plan) {
    final Runs.Work work;
    try (Runs runs =
        new Runs(
            new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1),
            new Interruption(),
            RunObserver.NONE,
            null)) {
      work = runs.work(network, PROJECTED_WINDOWS);
    }
    if (work.log() == null) {
      throw endedEarly(row);
    }
    final BarrierCost barrier = BarrierCost.measure();
    final WireProbe probe = WireProbe.measure(network.costs().packetWords(), network.windowTicks());
    final WireCost wire =
        new WireCost(plan.windowNanos(), plan.jvmNanos(), probe.nanos(), probe.bytes());
    final Projection projection = new Projection(network, work.log(), barrier, wire);
    final List<Map<String, Object>> rows = new ArrayList<>();
    for (ProjectionPlan.Processors processors : plan.processors()) {
      final Map<String, Object> values =
          projection.on(processors.threads(), Placements.of(network, processors.jvms()));
      values.put("threads", processors.threads());
      values.put("jvms", processors.jvms());
      values.put("partitions", network.partitions());
      values.put("efficiency", (double) values.get("speedUp") / processors.count());
      rows.add(values);
    }
    return new JsonObject().with("rows", rows).with("costs", costs(barrier, wire));
  }

  private static Map<String, Object> costs(BarrierCost barrier, WireCost wire) {
    return new JsonObject()
        .with("barrierSerialNanosPerPartition", barrier.serialNanos())
        .with("barrierParallelNanosPerPartition", barrier.parallelNanos())
        .with("barrierWakeNanos", barrier.wakeNanos())
        .with("wireWindowNanos", wire.windowNanos())
        .with("wireNanosPerFurtherJvm", wire.jvmNanos())
        .with("wireNanosPerEvent", wire.eventNanos())
        .with("wireBytesPerEvent", wire.eventBytes());
  }
}
