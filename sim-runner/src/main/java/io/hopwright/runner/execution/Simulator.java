package io.hopwright.runner.execution;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.machine.Network;
import java.util.List;

/** Runs networks as planned, one at a time. */
public final class Simulator {
  private final ExecutionPlan plan;
  private final Interruption interruption;
  private final RunObserver observer;

  /** Creates a simulator whose runs end when {@code interruption} is requested. */
  public Simulator(ExecutionPlan plan, Interruption interruption, RunObserver observer) {
    this.plan = plan;
    this.interruption = interruption;
    this.observer = observer;
  }

  /**
   * Simulates {@code network} to its end, or until it is interrupted.
   *
   * @throws NeverBegunException if it is interrupted before its first window
   */
  public <P extends Partition> Completion run(Network<P> network) {
    final HeapPeak heap = new HeapPeak();
    final PhaseClock clock = new PhaseClock();
    final RunMonitor monitor = new RunMonitor(clock);
    interruption.attach(monitor);
    if (monitor.interrupted()) {
      throw new NeverBegunException();
    }
    final int threads = plan.threadsFor(network.partitions());
    final RunOutcome<P> outcome;
    final RunObserver.Watch watch = observer.watch(network, threads, monitor);
    try {
      outcome =
          plan.executor(network.partitions())
              .run(new InterruptibleBuild<>(network, monitor), monitor);
    } finally {
      watch.close();
    }
    if (outcome.windows() == 0 && monitor.interrupted()) {
      throw new NeverBegunException();
    }
    final double cpuSeconds = clock.cpuSeconds();
    final Progress total = new Progress();
    outcome.partitions().forEach(partition -> partition.addProgress(total));
    final Completion.Ending ending = ending(outcome);
    final String waiting = ending == Completion.Ending.STALLED ? waiting(outcome.partitions()) : "";
    final Execution execution =
        new Execution(
            plan.kind(),
            threads,
            network.partitions(),
            outcome.windows(),
            network.lookaheadTicks(),
            network.windowTicks(),
            clock.buildSeconds(),
            clock.simulateSeconds(),
            cpuSeconds,
            total.packetHops,
            total.events,
            outcome.busyNanos().stream().map(nanos -> nanos * 1e-9).toList(),
            heap.bytes());
    return new Completion(network.result(outcome), ending, execution, waiting);
  }

  private static Completion.Ending ending(RunOutcome<?> outcome) {
    return switch (outcome.ending()) {
      case COMPLETED -> Completion.Ending.COMPLETED;
      case INTERRUPTED -> Completion.Ending.INTERRUPTED;
      case STALLED -> Completion.Ending.STALLED;
    };
  }

  private static String waiting(List<? extends Partition> partitions) {
    final StringBuilder report = new StringBuilder();
    long packets = 0;
    for (Partition partition : partitions) {
      packets += partition.describeWaiting(report);
    }
    return packets + " packets wait and nothing will ever happen again:\n" + report;
  }
}
