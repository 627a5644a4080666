package io.hopwright.runner.progress;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tells again and again how things stand, in a thread of its own: a line that is redrawn five times
 * per second on a terminal, a plain line every ten seconds elsewhere.
 */
final class LiveLine implements AutoCloseable {
  private static final long REDRAW_MILLIS = 200;
  private static final long PLAIN_MILLIS = 10_000;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream out;
  private final boolean interactive;
  private final Supplier<String> text;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::show, "progress");

  /**
   * Begins to tell.
   *
   * @param interactive whether {@code out} is a terminal
   * @param text returns the line of the moment; null for none
   */
  LiveLine(PrintStream out, boolean interactive, Supplier<String> text) {
    this.out = out;
    this.interactive = interactive;
    this.text = text;
    thread.setDaemon(true);
    thread.start();
  }

  private void show() {
    try {
      while (!over.await(interactive ? REDRAW_MILLIS : PLAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        final String line = text.get();
        if (line != null) {
          print(line);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    clear();
  }

  private synchronized void print(String line) {
    if (interactive) {
      out.print(CLEAR + line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  private synchronized void clear() {
    if (interactive) {
      out.print(CLEAR);
      out.flush();
    }
  }

  /** Has something else be said in between. */
  synchronized void between(Runnable saying) {
    clear();
    saying.run();
  }

  /** Ends it. */
  @Override
  public void close() {
    over.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
