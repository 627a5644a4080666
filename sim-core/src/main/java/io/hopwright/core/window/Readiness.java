package io.hopwright.core.window;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Which partitions of one JVM may begin a window: those that have been told which it is, and whose
 * neighbours in other JVMs are known to be through with the one before. Thread-safe.
 *
 * <pre>{@code
 * if (readiness.countDown(partition, window)) start(partition);    // the window has been decided
 * if (readiness.countDown(partition, window)) start(partition);    // a neighbour elsewhere is
 *                                                                  // through with window - 1
 * }</pre>
 *
 * <p>What callers have to keep:
 *
 * <ol>
 *   <li>For each window and partition they call once when it is decided, and once for each route
 *       from another JVM.
 *   <li>Nothing is counted for a window before the partition has begun the one two before. That is
 *       so because a neighbour cannot be through with a window before the partition is through with
 *       the one before it; so two counters that take turns are enough for each.
 * </ol>
 *
 * <p>What they get in return:
 *
 * <ol>
 *   <li>The last call for a window and partition returns true, whichever it is; all others false.
 *   <li>Whoever gets true sees all that was written before the other calls.
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

  /** Notes one thing less that a partition waits for; tells whether it may begin that window. */
  boolean countDown(int partition, long window) {
    final int slot = 2 * partition + (int) (window & 1);
    if (missing.decrementAndGet(slot) > 0) {
      return false;
    }
    missing.set(slot, awaited[partition]);
    return true;
  }
}
