package io.hopwright.runner.sweep;

/**
 * JVMs and threads of a run.
 *
 * @param jvms number of JVMs, at least 1
 * @param jvmsHere number of JVMs on this computer, 1 to {@code jvms}
 * @param threads threads of each JVM, at least 1
 */
public record Layout(int jvms, int jvmsHere, int threads) {
  /** Checks that there is at least one of each. */
  public Layout {
    if (jvms < 1 || jvmsHere < 1 || jvmsHere > jvms || threads < 1) {
      throw new IllegalArgumentException(
          jvms + " JVMs, " + jvmsHere + " of them here, of " + threads + " threads");
    }
  }

  /** Returns how many threads of all JVMs are at work at once, at most. */
  int atWork(int partitions, int cores) {
    // Nothing is known of other computers: as many cores as threads are taken for granted there.
    final int here = Math.min(jvmsHere * threads, cores);
    return Math.min(partitions, here + (jvms - jvmsHere) * threads);
  }
}
