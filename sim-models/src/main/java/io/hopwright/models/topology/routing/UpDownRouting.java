package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Builder of routes up and then down a tree (Schroeder et al., Autonet, 1991): the order of
 * routers, and the lengths of routes to the current destination.
 */
final class UpDownRouting {
  private final NetworkDescription network;
  private final int routers;

  /** {@code [router]}: place in the order of distance from the root, then number. */
  private final int[] rank;

  private final int[] byRank;
  private final int[] distance;
  private final int[] queue;
  private final int[] length;
  private final boolean[] goesDown;

  private UpDownRouting(NetworkDescription network) {
    this.network = network;
    routers = network.routers();
    distance = new int[routers];
    queue = new int[routers];
    length = new int[routers];
    goesDown = new boolean[routers];
    rank = new int[routers];
    final int root = center();
    PortRouting.measure(network, root, distance, queue);
    byRank =
        IntStream.range(0, routers)
            .boxed()
            .sorted(Comparator.comparingInt(router -> distance[router]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int place = 0; place < routers; place++) {
      rank[byRank[place]] = place;
    }
  }

  /** Returns the router of least eccentricity. */
  private int center() {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int router = 0; router < routers; router++) {
      final int eccentricity = PortRouting.measure(network, router, distance, queue);
      if (eccentricity < least) {
        least = eccentricity;
        best = router;
      }
    }
    return best;
  }

  /** Returns the routing of a connected network without one-way links. */
  static PortRouting of(NetworkDescription network) {
    return new UpDownRouting(network).build();
  }

  private PortRouting build() {
    final PortTable table = new PortTable(routers);
    final Endpoints endpoints = Endpoints.of(network);
    final EvenSpread spread = new EvenSpread(network, endpoints, table);
    for (int destination = 0; destination < routers; destination++) {
      if (endpoints.has(destination)) {
        measure(destination);
        spread.assign(destination, length, this::allows);
      }
    }
    return new PortRouting("up-down", table, 1);
  }

  private boolean allows(int router, int port) {
    final int far = network.far(router, port);
    return goesDown[router] ? goesDown[far] && rank[far] > rank[router] : rank[far] < rank[router];
  }

  /** Measures routes: down alone where there is such a route, else up to such a router. */
  private void measure(int destination) {
    Arrays.fill(length, -1);
    Arrays.fill(goesDown, false);
    length[destination] = 0;
    goesDown[destination] = true;
    queue[0] = destination;
    int reached = 1;
    for (int next = 0; next < reached; next++) {
      final int router = queue[next];
      for (int port = 0; port < network.ports(router); port++) {
        final int far = network.far(router, port);
        if (length[far] < 0 && rank[far] < rank[router]) {
          length[far] = length[router] + 1;
          goesDown[far] = true;
          queue[reached++] = far;
        }
      }
    }
    for (int router : byRank) {
      if (length[router] < 0) {
        length[router] = 1 + leastAbove(router);
      }
    }
  }

  private int leastAbove(int router) {
    int least = Integer.MAX_VALUE;
    for (int port = 0; port < network.ports(router); port++) {
      final int far = network.far(router, port);
      if (rank[far] < rank[router]) {
        least = Math.min(least, length[far]);
      }
    }
    return least;
  }
}
