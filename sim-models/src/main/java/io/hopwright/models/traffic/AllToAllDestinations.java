package io.hopwright.models.traffic;

import io.hopwright.core.random.KeyedPermutation;

/**
 * Each node goes once through all other nodes in a random order of its own.
 *
 * <p>The orders are computed, not stored. A common order would send everybody to the same node at
 * the same time and is not what MPI_Alltoall does on this machine.
 *
 * @param orders over {@code [0, nodes − 1)}
 * @param packetsPerDestination packets in a row to each destination
 */
public record AllToAllDestinations(KeyedPermutation orders, int packetsPerDestination)
    implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    final int other = orders.apply(source, (int) (sequence / packetsPerDestination));
    return other < source ? other : other + 1;
  }
}
