package io.hopwright.models.traffic;

import io.hopwright.core.random.KeyedPermutation;

/**
 * Each node goes once through all others, in a random order of its own.
 *
 * @param orders over {@code [0, nodes − 1)}, one per node
 */
public record RandomOrder(KeyedPermutation orders) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    final int other = orders.apply(source, 0, (int) sequence);
    return other < source ? other : other + 1;
  }
}
