package io.hopwright.models.switching.crossbar;

import java.util.Arrays;

/**
 * Which routers are in which partition: ranges of consecutive numbers. Immutable; safe for any
 * thread.
 */
public final class RouterPlan {
  private final int[] firstRouters;

  /**
   * Creates a plan.
   *
   * @param firstRouters first router of each partition, ascending, and the number of routers last
   */
  public RouterPlan(int... firstRouters) {
    this.firstRouters = firstRouters.clone();
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return firstRouters.length - 1;
  }

  /** Returns the first router of a partition. */
  public int first(int partition) {
    return firstRouters[partition];
  }

  /** Returns the number of routers of a partition. */
  public int routers(int partition) {
    return firstRouters[partition + 1] - firstRouters[partition];
  }

  /** Returns the partition of a router. */
  public int partitionOf(int router) {
    final int at = Arrays.binarySearch(firstRouters, router);
    return at >= 0 ? at : -at - 2;
  }
}
