package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.runner.execution.RunObserver;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows the progress of runs: a line that is redrawn five times per second on a terminal, a plain
 * line every ten seconds elsewhere.
 */
public final class ProgressDisplay implements RunObserver {
  private static final long REDRAW_MILLIS = 200;
  private static final long PLAIN_MILLIS = 10_000;
  private static final String CLEAR = "\r\u001b[K";

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
    final CountDownLatch over = new CountDownLatch(1);
    final ProgressMeter meter = new ProgressMeter(network, threads);
    final Thread thread = new Thread(() -> show(meter, monitor, over), "progress");
    thread.setDaemon(true);
    thread.start();
    return () -> {
      over.countDown();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private void show(ProgressMeter meter, RunMonitor monitor, CountDownLatch over) {
    try {
      while (!over.await(interactive ? REDRAW_MILLIS : PLAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        final ProgressLine line = meter.line(System.nanoTime(), monitor.latest());
        if (line != null) {
          print(what.isEmpty() ? line.text() : line.text(what));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (interactive) {
      out.print(CLEAR);
      out.flush();
    }
  }

  private void print(String text) {
    if (interactive) {
      out.print(CLEAR + text);
      out.flush();
    } else {
      out.println(text);
    }
  }
}
