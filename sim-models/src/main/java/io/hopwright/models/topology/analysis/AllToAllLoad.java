package io.hopwright.models.topology.analysis;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Loads of links under an all-to-all among weighted routers, over all shortest paths, split evenly
 * among the ports of a router.
 */
final class AllToAllLoad {
  private AllToAllLoad() {}

  /**
   * Returns the largest load of a direction of a link, a pair of routers with weights v and w
   * bringing v·w in each direction. Takes time for routers × link ends.
   */
  static double most(NetworkDescription network, int[] weights) {
    final Adjacency out = Adjacency.of(network, Adjacency.Direction.OUT);
    final Search search = new Search(Adjacency.of(network, Adjacency.Direction.IN));
    final double[] load = new double[out.ends()];
    final double[] flow = new double[network.routers()];
    for (int destination = 0; destination < network.routers(); destination++) {
      if (weights[destination] > 0) {
        final int reached = search.from(destination);
        for (int n = 0; n < reached; n++) {
          final int router = search.reached(n);
          flow[router] = (double) weights[router] * weights[destination];
        }
        for (int n = reached - 1; n > 0; n--) {
          spread(out, search, search.reached(n), flow, load);
        }
      }
    }
    double most = 0;
    for (double each : load) {
      most = Math.max(most, each);
    }
    return most;
  }

  private static void spread(
      Adjacency out, Search search, int router, double[] flow, double[] load) {
    final int nearer = search.distance[router] - 1;
    int ports = 0;
    for (int i = out.first()[router]; i < out.first()[router + 1]; i++) {
      ports += search.distance[out.far()[i]] == nearer ? 1 : 0;
    }
    final double share = flow[router] / ports;
    for (int i = out.first()[router]; i < out.first()[router + 1]; i++) {
      if (search.distance[out.far()[i]] == nearer) {
        load[i] += share;
        flow[out.far()[i]] += share;
      }
    }
  }
}
