package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.results.Json;
import java.io.PrintStream;

/** Shows the progress of runs, one at a time. */
public final class ProgressDisplay implements RunObserver {
  private final PrintStream out;
  private final Style style;
  private final String what;

  /** Creates a display. */
  public ProgressDisplay(PrintStream out, Style style) {
    this(out, style, "");
  }

  private ProgressDisplay(PrintStream out, Style style, String what) {
    this.out = out;
    this.style = style;
    this.what = what;
  }

  @Override
  public RunObserver of(String part) {
    return new ProgressDisplay(out, style, part);
  }

  @Override
  public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
    final ProgressMeter meter = new ProgressMeter(network, threads);
    final LiveLine live = new LiveLine(out, style, () -> text(meter, monitor));
    return live::close;
  }

  private String text(ProgressMeter meter, RunMonitor monitor) {
    final ProgressLine line = meter.line(System.nanoTime(), monitor.latest());
    if (line == null) {
      return null;
    }
    if (style == Style.JSON) {
      return Json.compact(line.document(what));
    }
    return what.isEmpty() ? line.text() : line.text(what);
  }
}
