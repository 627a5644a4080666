package io.hopwright.models.traffic;

import io.hopwright.core.random.KeyedPermutation;

/**
 * Destinations in random order: each node sends once to all others, in its own order.
 *
 * @param orders orders over {@code [0, nodes − 1)}, one per node
 */
public record RandomOrder(KeyedPermutation orders) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    final int other = orders.apply(source, 0, (int) sequence);
    return other < source ? other : other + 1;
  }
}
