package io.hopwright.models.testkit;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import java.util.concurrent.atomic.AtomicReference;

/** Runs that are interrupted at a tick. */
public final class InterruptedRun {
  private InterruptedRun() {}

  /** Runs a simulation until all ticks before {@code tick} have been simulated. */
  public static <P extends Partition> RunOutcome<P> at(long tick, Simulation<P> simulation) {
    final AtomicReference<RunMonitor> monitor = new AtomicReference<>();
    monitor.set(
        new RunMonitor(
            (clock, total) -> {
              if (clock >= tick) {
                monitor.get().interrupt();
              }
            }));
    return new SequentialExecutor().run(simulation, monitor.get());
  }
}
