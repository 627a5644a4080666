package io.hopwright.models.traffic;

import io.hopwright.core.random.KeyedPermutation;

/**
 * A permutation without fixed points: each node sends to the next on a random ring through all.
 * Memory: 4 B per node.
 */
public final class RandomRing implements Destinations {
  private final int[] next;

  /** Creates the ring that goes through node {@code order.apply(0, 0, r)} at position r. */
  public RandomRing(KeyedPermutation order, int nodes) {
    next = new int[nodes];
    int last = order.apply(0, 0, nodes - 1);
    for (int position = 0; position < nodes; position++) {
      final int node = order.apply(0, 0, position);
      next[last] = node;
      last = node;
    }
  }

  @Override
  public int destination(int source, long sequence) {
    return next[source];
  }
}
