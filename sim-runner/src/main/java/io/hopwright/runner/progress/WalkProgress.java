package io.hopwright.runner.progress;

import java.io.PrintStream;
import java.util.Locale;

/** Display of the progress of a walk through a program, or through a file. Thread-safe. */
public final class WalkProgress implements AutoCloseable {
  private static final double SECOND = 1e9;

  private final String what;
  private final long startNanos = System.nanoTime();
  private final LiveLine live;
  private volatile int ranks;
  private volatile int ranksDone;
  private volatile long operations;

  /** Share of the work that is done; 0 if it is not known. */
  private volatile double share;

  /**
   * Starts the display.
   *
   * @param what name of the program
   * @param out null for no output
   */
  public WalkProgress(String what, PrintStream out, Style style) {
    this.what = what;
    live = out == null ? null : new LiveLine(out, style, this::line);
  }

  private String line() {
    return line(what, share, System.nanoTime() - startNanos, ranksDone, ranks, operations);
  }

  /** Returns the line of a moment. */
  static String line(
      String what, double share, long nanos, int ranksDone, int ranks, long operations) {
    final String part =
        share > 0
            ? String.format(
                Locale.ROOT,
                "%.0f %%, ETA %s, ",
                100 * share,
                ProgressLine.eta(nanos / SECOND * (1 - share) / share))
            : "";
    return "%s: %s%s%s ranks done, %s operations read"
        .formatted(what, part, ranksDone, ranks > 0 ? " of " + ranks : "", operations);
  }

  /**
   * Shows the progress of ranks.
   *
   * @param of number of ranks, 0 if unknown
   */
  public void at(int done, int of, long seen) {
    ranks = of;
    ranksDone = done;
    operations = seen;
  }

  /**
   * Shows the share of the work that is done.
   *
   * @param all all work, in the unit of {@code done}
   */
  public void share(long done, long all) {
    share = all > 0 ? Math.min(1, (double) done / (double) all) : 0;
  }

  @Override
  public void close() {
    if (live != null) {
      live.close();
    }
  }
}
