package io.hopwright.models.topology.analysis;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Distances in links between routers, and between the routers of nodes; unreachable pairs are
 * ignored.
 *
 * @param sources number of routers from which they were measured
 * @param exact whether these were all routers
 * @param diameter largest distance of routers
 * @param mean mean over ordered pairs of different routers; NaN if there are none
 * @param nodeDiameter largest distance of the routers of two nodes
 * @param nodeMean mean over ordered pairs of different nodes; NaN if there are none
 */
public record Distances(
    int sources, boolean exact, int diameter, double mean, int nodeDiameter, double nodeMean) {
  private static final long MOST_WORK = 4_000_000_000L;
  private static final int SAMPLE = 256;

  /** Measures the distances of a network. */
  public static Distances of(NetworkDescription network) {
    final Adjacency links = Adjacency.of(network, Adjacency.Direction.OUT);
    final int routers = network.routers();
    final boolean exact = (long) routers * links.ends() <= MOST_WORK;
    final int sources = exact ? routers : SAMPLE;
    final Search search = new Search(links);
    final Sums sums = new Sums(network);
    for (int i = 0; i < sources; i++) {
      final int source = (int) ((long) i * routers / sources);
      sums.add(source, search, search.from(source));
    }
    return new Distances(
        sources,
        exact,
        sums.most,
        (double) sums.hops / sums.pairs,
        sums.nodeMost,
        sums.nodeHops / sums.nodePairs);
  }

  /** Sums over the searches so far. */
  private static final class Sums {
    private final NetworkDescription network;
    private int most;
    private int nodeMost;
    private long hops;
    private long pairs;
    private double nodeHops;
    private double nodePairs;

    Sums(NetworkDescription network) {
      this.network = network;
    }

    void add(int source, Search search, int reached) {
      final long nodes = network.nodesAt(source);
      long weighted = 0;
      long others = -1;
      for (int n = 0; n < reached; n++) {
        final int router = search.reached(n);
        final int distance = search.distance[router];
        hops += distance;
        most = Math.max(most, distance);
        weighted += (long) distance * network.nodesAt(router);
        others += network.nodesAt(router);
        if (nodes > 0 && network.nodesAt(router) > 0) {
          nodeMost = Math.max(nodeMost, distance);
        }
      }
      pairs += reached - 1;
      nodeHops += (double) nodes * weighted;
      nodePairs += (double) nodes * others;
    }
  }
}
