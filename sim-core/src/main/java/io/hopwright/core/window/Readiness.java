package io.hopwright.core.window;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Which partitions of one JVM may begin a window: those that have been told which it is, and whose
 * neighbours in other JVMs are known to be through with the one before. Thread-safe.
 *
 * <p>A neighbour cannot be through with a window before the partition is through with the one
 * before it, so two counters that take turns are enough for each.
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
