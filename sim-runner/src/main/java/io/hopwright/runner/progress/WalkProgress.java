package io.hopwright.runner.progress;

import java.io.PrintStream;

/** Shows how far going through a program is. Thread-safe. */
public final class WalkProgress implements AutoCloseable {
  private final String what;
  private final int ranks;
  private final LiveLine live;
  private volatile int ranksDone;
  private volatile long operations;

  /**
   * Begins to show.
   *
   * @param what the program
   * @param ranks how many it has
   * @param out null for nowhere
   */
  public WalkProgress(String what, int ranks, PrintStream out, Style style) {
    this.what = what;
    this.ranks = ranks;
    live = out == null ? null : new LiveLine(out, style, this::line);
  }

  private String line() {
    return what
        + ": "
        + ranksDone
        + " of "
        + ranks
        + " ranks done, "
        + operations
        + " operations seen";
  }

  /** Tells how far it is. */
  public void at(int done, long seen) {
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
