package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.results.Json;
import java.io.PrintStream;
import java.util.function.Consumer;

/**
 * Display of the progress of runs, one at a time.
 *
 * @param out output stream
 * @param style style of the display
 * @param what name of the simulated part if it is not the run itself, otherwise empty
 * @param talk receiver of messages between two lines
 */
public record ProgressDisplay(PrintStream out, Style style, String what, Consumer<String> talk)
    implements RunObserver {
  @Override
  public RunObserver of(String part) {
    return new ProgressDisplay(out, style, part, talk);
  }

  @Override
  public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
    final ProgressMeter meter = new ProgressMeter(network, threads);
    final LiveLine live = new LiveLine(out, style, () -> text(meter, monitor));
    final ForegroundWatch foreground =
        new ForegroundWatch(
            network,
            monitor,
            ForegroundWatch.PATIENCE,
            line -> live.between(() -> talk.accept(line)));
    return () -> {
      foreground.close();
      live.close();
    };
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
