package io.hopwright.runner.bench;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.machine.Network;
import io.hopwright.partition.wire.WireProbe;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.projection.BarrierCost;
import io.hopwright.runner.projection.Projection;
import io.hopwright.runner.projection.WireCost;
import io.hopwright.runner.projection.WorkLog;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.ParentWatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A JVM of the benchmark: measures on one thread what each partition has to do in each window, and
 * projects it on more processors; prints JSON.
 */
public final class ProjectionProcess {
  private static final int ORPHANED = 130;
  private static final int WINDOWS = 200;
  private static final int ROUNDS = 3;

  /** Enough for uniform traffic to spread: 400 windows of 18 ticks are ten response times. */
  private static final int SKIPPED = 400;

  private ProjectionProcess() {}

  /** Projects what {@link ProjectionPlan#arguments} describe. */
  public static void main(String[] args) {
    ParentWatch.start(ORPHANED);
    System.out.print(Json.text(project(ProjectionPlan.of(List.of(args)))));
    System.out.flush();
    System.exit(0);
  }

  static Map<String, Object> project(ProjectionPlan plan) {
    return project(plan, RowNetwork.of(plan.row()));
  }

  private static <P extends Partition> Map<String, Object> project(
      ProjectionPlan plan, Network<P> network) {
    final WorkLog log = measure(plan.row(), network);
    for (int round = 1; round < ROUNDS; round++) {
      log.keepShorter(measure(plan.row(), network));
    }
    final BarrierCost barrier = BarrierCost.measure();
    final WireProbe probe =
        WireProbe.measure(plan.row().rows().packetWords(), network.windowTicks());
    final WireCost wire =
        new WireCost(plan.windowNanos(), plan.jvmNanos(), probe.nanos(), probe.bytes());
    final Projection projection = new Projection(network, log, barrier, wire);
    final double one = projection.sequentialNanos();
    final double ticks = (double) log.windows().size() * network.windowTicks();
    final List<Map<String, Object>> rows = new ArrayList<>();
    for (ProjectionPlan.Processors processors : plan.processors()) {
      final double nanos =
          projection.nanos(processors.threads(), Placements.of(network, processors.jvms()));
      final Map<String, Object> row = new LinkedHashMap<>();
      row.put("processors", processors.threads() * processors.jvms());
      row.put("threads", processors.threads());
      row.put("jvms", processors.jvms());
      row.put("partitions", network.partitions());
      row.put("speedUp", one / nanos);
      row.put("efficiency", one / nanos / (processors.threads() * processors.jvms()));
      row.put(
          "simulatedMicrosecondsPerSecond",
          ticks
              / ((double) network.tickRate().ticks() / network.tickRate().seconds())
              * 1e6
              / (nanos * 1e-9));
      rows.add(row);
    }
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("rows", rows);
    result.put("costs", costs(barrier, wire));
    return result;
  }

  private static Map<String, Object> costs(BarrierCost barrier, WireCost wire) {
    final Map<String, Object> costs = new LinkedHashMap<>();
    costs.put("barrierSerialNanosPerPartition", barrier.serialNanos());
    costs.put("barrierParallelNanosPerPartition", barrier.parallelNanos());
    costs.put("barrierWakeNanos", barrier.wakeNanos());
    costs.put("wireWindowNanos", wire.windowNanos());
    costs.put("wireNanosPerFurtherJvm", wire.jvmNanos());
    costs.put("wireNanosPerEvent", wire.eventNanos());
    costs.put("wireBytesPerEvent", wire.eventBytes());
    return costs;
  }

  private static <P extends Partition> WorkLog measure(RowPlan plan, Network<P> network) {
    final AtomicReference<RunMonitor> monitor = new AtomicReference<>();
    final int skip = (int) Math.min(SKIPPED, plan.rows().steadyTicks(plan) / network.windowTicks());
    final WorkLog log = new WorkLog(skip, WINDOWS, () -> monitor.get().interrupt());
    monitor.set(new RunMonitor((clockTicks, total) -> {}, log));
    new SequentialExecutor().run(network, monitor.get());
    return log;
  }
}
