package io.hopwright.runner.execution;

import io.hopwright.core.window.RunMonitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Log of the time of each partition in each window, and of the number of events that it sent to
 * each other. Written by the thread that ended a window; read after the run. Memory: 8 B per window
 * and partition.
 */
public final class WorkLog implements RunMonitor.WorkListener {
  private final int skip;
  private final int most;
  private final List<long[]> windows = new ArrayList<>();
  private int told;
  private long[] busyBefore = {};
  private long[][] sentBefore = {};
  private long[][] sent = {};

  /**
   * Creates the log.
   *
   * @param skip number of windows that are skipped at the start
   * @param most number of windows to log
   */
  public WorkLog(int skip, int most) {
    this.skip = skip;
    this.most = most;
  }

  @Override
  public void windowEnded(long[] busyNanos, long[][] eventsSent) {
    told++;
    if (told > skip && windows.size() < most) {
      if (told == skip + 1) {
        sentBefore = copy(eventsSent);
      } else {
        final long[] window = busyNanos.clone();
        Arrays.setAll(window, partition -> window[partition] - busyBefore[partition]);
        windows.add(window);
      }
      if (windows.size() == most) {
        sent = copy(eventsSent);
      }
    }
    busyBefore = busyNanos;
  }

  private static long[][] copy(long[][] rows) {
    return Arrays.stream(rows).map(long[]::clone).toArray(long[][]::new);
  }

  /** Returns the nanoseconds of each window, per partition. */
  public List<long[]> windows() {
    return windows;
  }

  /** Returns the mean number of events per window from a partition to its neighbour number i. */
  double eventsPerWindow(int partition, int neighbour) {
    return (double) (sent[partition][neighbour] - sentBefore[partition][neighbour])
        / windows.size();
  }

  /**
   * Replaces the time of each window and partition by that of another log of the same simulation,
   * if the latter is shorter: longer times were disturbed by other work on the computer.
   */
  public void keepShorter(WorkLog other) {
    for (int window = 0; window < Math.min(windows.size(), other.windows.size()); window++) {
      final long[] mine = windows.get(window);
      final long[] theirs = other.windows.get(window);
      Arrays.setAll(mine, partition -> Math.min(mine[partition], theirs[partition]));
    }
  }
}
