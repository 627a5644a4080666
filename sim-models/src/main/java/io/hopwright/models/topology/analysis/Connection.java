package io.hopwright.models.topology.analysis;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Connectivity: whether each router reaches each other one, and an example if not.
 *
 * @param connected whether each does
 * @param from a router that does not reach {@code to}; {@link NetworkDescription#NONE} if connected
 * @param to a router that {@code from} does not reach
 * @param reached number of routers that {@code from} reaches, itself included
 */
public record Connection(boolean connected, int from, int to, int reached) {
  /** Returns the connection of a network, by one search along links and one against them. */
  public static Connection of(NetworkDescription network) {
    final Search out = new Search(Adjacency.of(network, Adjacency.Direction.OUT));
    final int reached = out.from(0);
    if (reached < network.routers()) {
      return new Connection(false, 0, firstUnreached(out), reached);
    }
    final Search in = new Search(Adjacency.of(network, Adjacency.Direction.IN));
    if (in.from(0) < network.routers()) {
      final int from = firstUnreached(in);
      return new Connection(false, from, 0, out.from(from));
    }
    return new Connection(true, NetworkDescription.NONE, NetworkDescription.NONE, reached);
  }

  private static int firstUnreached(Search search) {
    int router = 0;
    while (search.distance[router] >= 0) {
      router++;
    }
    return router;
  }

  /** Returns the answer in words. */
  public String text(NetworkDescription network) {
    return connected ? "yes" : "no: " + gap(network);
  }

  /** Returns a sentence about two routers that are not connected. */
  public String gap(NetworkDescription network) {
    return String.format(
        "router %s reaches %d of %d routers, but not router %s",
        network.name(from), reached, network.routers(), network.name(to));
  }
}
