package io.hopwright.runner.progress;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Periodic status line, in a thread of its own. */
final class LiveLine implements AutoCloseable {
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream out;
  private final Style style;
  private final Supplier<String> text;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::show, "progress");

  /**
   * Starts the display.
   *
   * @param text returns the current line; null for none
   */
  LiveLine(PrintStream out, Style style, Supplier<String> text) {
    this.out = out;
    this.style = style;
    this.text = text;
    thread.setDaemon(true);
    thread.start();
  }

  private void show() {
    try {
      while (!over.await(style.periodMillis(), TimeUnit.MILLISECONDS)) {
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
    if (style == Style.REDRAWN) {
      out.print(CLEAR + line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  private synchronized void clear() {
    if (style == Style.REDRAWN) {
      out.print(CLEAR);
      out.flush();
    }
  }

  /** Prints another message between two status lines. */
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
