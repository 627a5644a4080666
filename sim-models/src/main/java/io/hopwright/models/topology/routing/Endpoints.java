package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Routers between which packets travel: routers with nodes, or all if the network has no nodes.
 * Immutable; readers must not change the array.
 */
final class Endpoints {
  private final int[] weight;

  private Endpoints(int[] weight) {
    this.weight = weight;
  }

  static Endpoints of(NetworkDescription network) {
    final int[] weight = new int[network.routers()];
    for (int router = 0; router < weight.length; router++) {
      weight[router] = network.nodes() == 0 ? 1 : network.nodesAt(router);
    }
    return new Endpoints(weight);
  }

  /** Returns the weight of each router: its number of nodes, or 1 in a network without nodes. */
  int[] weight() {
    return weight;
  }

  boolean has(int router) {
    return weight[router] > 0;
  }
}
