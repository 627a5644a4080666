package io.hopwright.core.window;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Countdown to a window for each partition of one JVM. A partition may begin a window once the
 * window is decided and its neighbours in other JVMs are known to have completed the one before.
 * Thread-safe.
 *
 * <pre>{@code
 * if (readiness.countDown(partition, window)) start(partition);    // the window has been decided
 * if (readiness.countDown(partition, window)) start(partition);    // a neighbour elsewhere is
 *                                                                  // through with window - 1
 * }</pre>
 *
 * <p>Obligations of callers:
 *
 * <ol>
 *   <li>For each window and partition there is one call when the window is decided, and one for
 *       each route from another JVM.
 *   <li>No call for a window comes before the partition has begun the window two before. This holds
 *       because a neighbour cannot complete a window before the partition has completed the
 *       previous one. So two counters that take turns are enough for each partition.
 * </ol>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>The last call for a window and partition returns true, all others false.
 *   <li>The caller that gets true sees all writes before the other calls.
 * </ol>
 */
final class Readiness {
  private final int[] awaited;
  private final AtomicIntegerArray missing;

  /**
   * Waits for everything.
   *
   * @param elsewhere number of neighbours in other JVMs, by partition
   */
  Readiness(int[] elsewhere) {
    awaited = new int[elsewhere.length];
    missing = new AtomicIntegerArray(2 * elsewhere.length);
    for (int partition = 0; partition < awaited.length; partition++) {
      awaited[partition] = 1 + elsewhere[partition];
      missing.set(2 * partition, awaited[partition]);
      missing.set(2 * partition + 1, awaited[partition]);
    }
  }

  /** Notes one thing less that a partition waits for; returns whether it may begin that window. */
  boolean countDown(int partition, long window) {
    final int slot = 2 * partition + (int) (window & 1);
    if (missing.decrementAndGet(slot) > 0) {
      return false;
    }
    missing.set(slot, awaited[partition]);
    return true;
  }
}
