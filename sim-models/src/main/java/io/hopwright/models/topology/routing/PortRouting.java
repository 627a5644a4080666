package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;

/**
 * Routing by a table of ports.
 *
 * @param name of the routing
 * @param table table of ports
 * @param vcs 1, or the number of links of the longest route, where the n-th link takes the n-th VC
 */
record PortRouting(String name, PortTable table, int vcs) implements RoutingTable {
  /** Returns the table of shortest paths, spread evenly over ports. */
  static PortTable shortest(NetworkDescription network) {
    final PortTable table = new PortTable(network.routers());
    final Endpoints endpoints = Endpoints.of(network);
    final EvenSpread spread = new EvenSpread(network, endpoints, table);
    final int[] length = new int[network.routers()];
    final int[] queue = new int[network.routers()];
    for (int destination = 0; destination < network.routers(); destination++) {
      if (endpoints.has(destination)) {
        measure(network, destination, length, queue);
        spread.assign(destination, length, (router, port) -> true);
      }
    }
    return table;
  }

  /** Returns the links of the longest shortest path between routers with nodes. */
  static int longest(NetworkDescription network) {
    final Endpoints endpoints = Endpoints.of(network);
    final int[] length = new int[network.routers()];
    final int[] queue = new int[network.routers()];
    int longest = 0;
    for (int destination = 0; destination < network.routers(); destination++) {
      if (endpoints.has(destination)) {
        measure(network, destination, length, queue);
        for (int router = 0; router < length.length; router++) {
          longest = endpoints.has(router) ? Math.max(longest, length[router]) : longest;
        }
      }
    }
    return longest;
  }

  /** Measures the distances of all routers to one; returns the largest. */
  static int measure(NetworkDescription network, int destination, int[] length, int[] queue) {
    Arrays.fill(length, -1);
    length[destination] = 0;
    queue[0] = destination;
    int reached = 1;
    for (int next = 0; next < reached; next++) {
      final int router = queue[next];
      for (int port = 0; port < network.ports(router); port++) {
        final int far = network.far(router, port);
        if (length[far] < 0 && network.leads(far, network.farPort(router, port))) {
          length[far] = length[router] + 1;
          queue[reached++] = far;
        }
      }
    }
    return length[queue[reached - 1]];
  }

  @Override
  public VcRule vcRule() {
    return vcs == 1 ? VcRule.DESTINATION : VcRule.HOP;
  }

  @Override
  public int port(int router, int destination) {
    return table.get(router, destination);
  }

  @Override
  public int vc(int source, int destination, int router, int hop) {
    return vcs == 1 ? 0 : hop;
  }
}
