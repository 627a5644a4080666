package io.hopwright.runner.bench;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.runner.execution.Crew;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.LocalWorkers;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.ParentWatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A JVM of the benchmark: measures one row and prints it as JSON. Dies with its parent. */
public final class RowProcess {
  private static final int ORPHANED = 130;
  private static final int FAILED = 70;
  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration CREW_LIMIT = Duration.ofSeconds(60);

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
    try (Crew crew = plan.jvms() == 1 ? null : crew(plan)) {
      final AtomicReference<RunMonitor> monitor = new AtomicReference<>();
      final SegmentClock clock =
          new SegmentClock(
              plan,
              () -> monitor.get().interrupt(),
              () -> monitor.get().latest(),
              crew == null ? () -> 0 : crew::bytesSent);
      monitor.set(new RunMonitor(clock));
      if (crew == null) {
        run(plan, network, monitor.get());
      } else {
        crew.executor(RowNetwork.config(plan), Placements.of(network, plan.jvms()))
            .run(network, monitor.get());
      }
      return RowResult.of(network, plan, clock);
    }
  }

  private static Crew crew(RowPlan plan) {
    return Crew.gather(
        new ClusterOptions(LOOPBACK, 0, LOOPBACK, null, plan.threads()),
        plan.jvms(),
        new LocalWorkers(plan.heapMib(), plan.threads(), List.of()),
        CREW_LIMIT,
        new Interruption(),
        failure -> new Diagnosis(failure.toString(), FAILED),
        line -> {});
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
