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
 * @param what is simulated if not what the user asked for, such as a pilot; else empty
 * @param progress receives {@code what} and the state
 * @param talk receives what is to be said meanwhile, a line each
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
