package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.runner.execution.RunObserver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Observer that reports the state of runs at a fixed pace, in a thread of its own.
 *
 * @param periodMillis time between two reports
 * @param what name of the simulated part if it is not the run itself, such as a pilot; otherwise
 *     empty
 * @param progress receiver of {@code what} and the state
 * @param talk receiver of messages meanwhile, one per line
 */
public record PacedObserver(
    long periodMillis,
    String what,
    BiConsumer<String, ProgressLine> progress,
    Consumer<String> talk)
    implements RunObserver {
  @Override
  public RunObserver of(String part) {
    return new PacedObserver(periodMillis, part, progress, talk);
  }

  @Override
  public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
    final ProgressMeter meter = new ProgressMeter(network, threads);
    final CountDownLatch over = new CountDownLatch(1);
    final Thread thread =
        new Thread(
            () -> {
              try {
                while (!over.await(periodMillis, TimeUnit.MILLISECONDS)) {
                  final ProgressLine line = meter.line(System.nanoTime(), monitor.latest());
                  if (line != null) {
                    progress.accept(what, line);
                  }
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "progress");
    thread.setDaemon(true);
    thread.start();
    final ForegroundWatch foreground =
        new ForegroundWatch(network, monitor, ForegroundWatch.PATIENCE, talk);
    return () -> {
      foreground.close();
      over.countDown();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }
}
