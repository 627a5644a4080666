package io.hopwright.models.testkit;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowedRun;
import io.hopwright.models.run.Network;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Run whose intermediate results are requested from time to time, at growing intervals.
 *
 * @param previews intermediate results, by the tick of the grid at which a run would end
 * @param result of the whole run
 */
public record PreviewedRun(SortedMap<Long, String> previews, String result) {
  /** Runs a network to its end. */
  @SuppressWarnings("unchecked")
  public static <P extends Partition> PreviewedRun of(Network<P> network) {
    final SortedMap<Long, String> previews = new TreeMap<>();
    final AtomicReference<RunMonitor> monitor = new AtomicReference<>();
    final AtomicLong next = new AtomicLong();
    monitor.set(
        new RunMonitor(
            (clock, total) -> {
              if (clock >= next.get()) {
                next.set(clock + clock / 2);
                monitor
                    .get()
                    .preview(
                        soFar ->
                            previews.put(
                                soFar.stopTick(),
                                ResultText.of(network.result((RunOutcome<P>) soFar))));
              }
            }));
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, monitor.get());
    return new PreviewedRun(previews, ResultText.of(network.result(outcome)));
  }

  /** Returns the result of a run that ends at a tick of the grid, at the end of a window. */
  public static <P extends Partition> String until(long tick, Network<P> network) {
    final WindowedRun<P> run = new WindowedRun<>(network, new RunMonitor());
    for (int index : run.here()) {
      run.build(index);
    }
    Window window = run.next();
    while (true) {
      for (int index : run.here()) {
        run.simulate(index, window);
      }
      if (window.toTick() == tick) {
        return ResultText.of(network.result(run.finish()));
      }
      window = run.next();
    }
  }
}
