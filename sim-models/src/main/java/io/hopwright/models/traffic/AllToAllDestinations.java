package io.hopwright.models.traffic;

import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.topology.SubGrid;

/**
 * Destinations of an all-to-all: each core sends once to all cores of the other nodes of its
 * machine, plane or line, in its own random order or in rotation from the next node on.
 *
 * <p>Random orders are computed, not stored. A common order would direct all traffic to the same
 * node at the same time; MPI_Alltoall on this machine does not do that.
 *
 * @param group nodes that exchange packets with each other
 * @param cores cores per node
 * @param orders orders over {@code [0, (nodes − 1)·cores)}, one per core; null for rotation
 * @param packetsPerDestination consecutive packets to each destination
 */
public record AllToAllDestinations(
    SubGrid group, int cores, KeyedPermutation orders, int packetsPerDestination)
    implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    final int other = target(source, sequence) / cores;
    final int own = group.member(source);
    if (orders == null) {
      return group.node(source, (own + 1 + other) % group.nodes());
    }
    return group.node(source, other < own ? other : other + 1);
  }

  @Override
  public int core(int source, long sequence) {
    return target(source, sequence) % cores;
  }

  private int target(int source, long sequence) {
    final int rank = (int) (sequence / cores / packetsPerDestination);
    return orders == null ? rank : orders.apply(source, (int) (sequence % cores), rank);
  }
}
