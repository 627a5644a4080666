package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.runner.execution.RunObserver;
import java.io.PrintStream;

/** Shows the progress of runs, one at a time. */
public final class ProgressDisplay implements RunObserver {
  private final PrintStream out;
  private final boolean interactive;

  /**
   * Creates a display.
   *
   * @param interactive whether {@code out} is a terminal
   */
  public ProgressDisplay(PrintStream out, boolean interactive) {
    this.out = out;
    this.interactive = interactive;
  }

  @Override
  public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
    final ProgressMeter meter = new ProgressMeter(network, threads);
    final LiveLine live = new LiveLine(out, interactive, () -> text(meter, monitor));
    return live::close;
  }

  private static String text(ProgressMeter meter, RunMonitor monitor) {
    final ProgressLine line = meter.line(System.nanoTime(), monitor.latest());
    return line == null ? null : line.text();
  }
}
