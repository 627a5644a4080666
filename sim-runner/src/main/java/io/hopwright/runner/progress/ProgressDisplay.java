package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.runner.execution.RunObserver;
import java.io.PrintStream;

/** Shows the progress of runs, one at a time. */
public final class ProgressDisplay implements RunObserver {
  private final PrintStream out;
  private final boolean interactive;
  private final String what;

  /**
   * Creates a display.
   *
   * @param interactive whether {@code out} is a terminal
   */
  public ProgressDisplay(PrintStream out, boolean interactive) {
    this(out, interactive, "");
  }

  private ProgressDisplay(PrintStream out, boolean interactive, String what) {
    this.out = out;
    this.interactive = interactive;
    this.what = what;
  }

  @Override
  public RunObserver of(String part) {
    return new ProgressDisplay(out, interactive, part);
  }

  @Override
  public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
    final ProgressMeter meter = new ProgressMeter(network, threads);
    final LiveLine live = new LiveLine(out, interactive, () -> text(meter, monitor));
    return live::close;
  }

  private String text(ProgressMeter meter, RunMonitor monitor) {
    final ProgressLine line = meter.line(System.nanoTime(), monitor.latest());
    if (line == null) {
      return null;
    }
    return what.isEmpty() ? line.text() : line.text(what);
  }
}
