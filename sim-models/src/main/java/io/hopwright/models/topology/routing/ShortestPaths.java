package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;

/**
 * All shortest paths between routers with nodes. Memory: 1 B for each router and destination with
 * nodes.
 */
final class ShortestPaths {
  private static final int MOST_LINKS = Byte.MAX_VALUE;

  private final NetworkDescription network;

  /** {@code [destination][router]}: links of a shortest path; null where no packet goes to. */
  private final byte[][] links;

  private final int longest;

  /**
   * Measures a connected network.
   *
   * @throws DescriptionException if there are too many routers, or they are too far apart
   */
  ShortestPaths(NetworkDescription network) {
    this.network = network;
    PortTable.requireSize(network.routers());
    final Endpoints endpoints = Endpoints.of(network);
    final int[] length = new int[network.routers()];
    final int[] queue = new int[network.routers()];
    links = new byte[network.routers()][];
    int most = 0;
    for (int destination = 0; destination < network.routers(); destination++) {
      if (endpoints.has(destination)) {
        PortRouting.measure(network, destination, length, queue);
        final byte[] row = new byte[length.length];
        for (int router = 0; router < length.length; router++) {
          if (length[router] > MOST_LINKS) {
            throw new DescriptionException(
                "router %s is %d links from %s; ecmp allows at most %d: use shortest or up-down"
                    .formatted(
                        network.name(router),
                        length[router],
                        network.name(destination),
                        MOST_LINKS));
          }
          row[router] = (byte) length[router];
          most = endpoints.has(router) ? Math.max(most, length[router]) : most;
        }
        links[destination] = row;
      }
    }
    longest = most;
  }

  NetworkDescription network() {
    return network;
  }

  /** Returns the links of the longest shortest path between routers with nodes. */
  int longest() {
    return longest;
  }

  boolean leadsOn(int router, int port, int destination) {
    final byte[] row = links[destination];
    return row[network.far(router, port)] == row[router] - 1 && network.leads(router, port);
  }

  /** Returns the port of a next hop, chosen at random. */
  int port(int router, int destination, RoutingFunction.Choices choices, int first) {
    int count = 0;
    int port = NetworkDescription.NONE;
    for (int each = 0; each < network.ports(router); each++) {
      if (leadsOn(router, each, destination)) {
        port = count == 0 ? each : port;
        count++;
      }
    }
    final int index = first + links[destination][router] - 1;
    for (int left = Leg.pick(choices, index, count); left > 0; ) {
      port++;
      left -= leadsOn(router, port, destination) ? 1 : 0;
    }
    return port;
  }

  /** Returns the layer of each pair, by the dependencies of all its shortest paths. */
  PairLayers layers() {
    final int[] seen = new int[network.routers()];
    final int[] queue = new int[network.routers()];
    final int[] pair = new int[1];
    return new PairLayers(
        network,
        (source, destination, into) -> {
          pair[0]++;
          queue[0] = source;
          int reached = 1;
          for (int next = 0; next < reached; next++) {
            final int router = queue[next];
            for (int port = 0; port < network.ports(router); port++) {
              if (leadsOn(router, port, destination)) {
                final int far = network.far(router, port);
                addBehind(network.firstEnd(router) + port, far, destination, into);
                if (far != destination && seen[far] != pair[0]) {
                  seen[far] = pair[0];
                  queue[reached++] = far;
                }
              }
            }
          }
        });
  }

  private void addBehind(int held, int router, int destination, PairLayers.Dependencies into) {
    for (int port = 0; router != destination && port < network.ports(router); port++) {
      if (leadsOn(router, port, destination)) {
        into.add(held, network.firstEnd(router) + port);
      }
    }
  }
}
