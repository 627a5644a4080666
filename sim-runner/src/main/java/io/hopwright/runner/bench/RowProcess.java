package io.hopwright.runner.bench;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.process.ParentWatch;
import io.hopwright.runner.result.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A JVM of the benchmark: measures one row and prints it as JSON. Dies with its parent. */
public final class RowProcess {
  private static final int ORPHANED = 130;

  private RowProcess() {}

  /** Measures the row that {@code args} describe. */
  public static void main(String[] args) {
    ParentWatch.start(ORPHANED);
    final RowPlan plan = RowPlan.of(List.of(args));
    System.out.print(Json.text(measure(plan)));
    System.out.flush();
    System.exit(0);
  }

  static Map<String, Object> measure(RowPlan plan) {
    return measure(plan, RowNetwork.of(plan));
  }

  private static <P extends Partition> Map<String, Object> measure(
      RowPlan plan, Network<P> network) {
    loadClasses(plan);
    final AtomicReference<RunMonitor> monitor = new AtomicReference<>();
    final SegmentClock clock = new SegmentClock(plan, () -> monitor.get().interrupt());
    monitor.set(new RunMonitor(clock));
    run(plan, network, monitor.get());
    return RowResult.of(network, plan, clock);
  }

  /** What classes keep on the heap is no memory of the network: a short run loads them first. */
  private static void loadClasses(RowPlan plan) {
    final long ticks = plan.rows().loadingTicks();
    final AtomicReference<RunMonitor> monitor = new AtomicReference<>();
    monitor.set(
        new RunMonitor(
            (clockTicks, total) -> {
              if (clockTicks > ticks) {
                monitor.get().interrupt();
              }
            }));
    run(plan, RowNetwork.of(plan.small()), monitor.get());
  }

  private static <P extends Partition> void run(
      RowPlan plan, Network<P> network, RunMonitor monitor) {
    final ExecutorKind kind = plan.threads() == 1 ? ExecutorKind.SEQUENTIAL : ExecutorKind.ACTORS;
    new ExecutionPlan(kind, plan.threads()).executor(network.partitions()).run(network, monitor);
  }
}
