package io.hopwright.runner.execution;

import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import java.util.function.LongSupplier;

/**
 * Clock of the phases of a run: end of building, start and end of the simulation.
 *
 * <p>Notified of each window by the thread that ended it; read after the run.
 */
final class PhaseClock implements RunMonitor.WindowListener {
  private final LongSupplier cpuNanos;
  private final long createdNanos = System.nanoTime();
  private final Progress first = new Progress();
  private volatile boolean begun;
  private volatile long beginNanos = createdNanos;
  private volatile long beginCpuNanos;
  private volatile long endNanos = createdNanos;

  /**
   * Creates a clock.
   *
   * @param cpuNanos returns the processor time used so far, of whatever counts
   */
  PhaseClock(LongSupplier cpuNanos) {
    this.cpuNanos = cpuNanos;
    beginCpuNanos = cpuNanos.getAsLong();
  }

  @Override
  public void windowEnded(long clockTicks, Progress total) {
    if (!begun) {
      first.add(total);
      begun = true;
      beginCpuNanos = cpuNanos.getAsLong();
      beginNanos = System.nanoTime();
    }
    endNanos = System.nanoTime();
  }

  double buildSeconds() {
    return (beginNanos - createdNanos) * 1e-9;
  }

  double simulateSeconds() {
    return (endNanos - beginNanos) * 1e-9;
  }

  /** Returns the progress of the run at the end of the first window. */
  Progress first() {
    return first;
  }

  /** Returns the processor time since simulating began. */
  double cpuSeconds() {
    return (cpuNanos.getAsLong() - beginCpuNanos) * 1e-9;
  }
}
