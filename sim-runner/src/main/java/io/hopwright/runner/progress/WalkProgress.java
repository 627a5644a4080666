package io.hopwright.runner.progress;

import java.io.PrintStream;

/** Display of the progress of a walk through a program. Thread-safe. */
public final class WalkProgress implements AutoCloseable {
  private final String what;
  private volatile int ranks;
  private final LiveLine live;
  private volatile int ranksDone;
  private volatile long operations;

  /**
   * Begins to show.
   *
   * @param what the program
   * @param out null for nowhere
   */
  public WalkProgress(String what, PrintStream out, Style style) {
    this.what = what;
    live = out == null ? null : new LiveLine(out, style, this::line);
  }

  private String line() {
    return "%s: %s%s ranks done, %s operations read"
        .formatted(what, ranksDone, ranks > 0 ? " of " + ranks : "", operations);
  }

  /**
   * Shows the progress.
   *
   * @param of number of ranks, 0 if unknown
   */
  public void at(int done, int of, long seen) {
    ranks = of;
    ranksDone = done;
    operations = seen;
  }

  @Override
  public void close() {
    if (live != null) {
      live.close();
    }
  }
}
