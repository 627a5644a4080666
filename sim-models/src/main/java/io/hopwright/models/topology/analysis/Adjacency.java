package io.hopwright.models.topology.analysis;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Far routers of all ports in one array: those of router r are at {@code first[r]} to {@code
 * first[r + 1] − 1}. Immutable; readers must not change the arrays.
 */
final class Adjacency {
  private final int[] first;
  private final int[] far;

  private Adjacency(int[] first, int[] far) {
    this.first = first;
    this.far = far;
  }

  /** Direction of links. */
  enum Direction {
    /** Links out of a router. */
    OUT,
    /** Links into a router. */
    IN,
    /** All links, whatever their direction. */
    BOTH
  }

  static Adjacency of(NetworkDescription network, Direction direction) {
    final int[] first = new int[network.routers() + 1];
    final int[] far = new int[2 * network.links()];
    int length = 0;
    for (int router = 0; router < network.routers(); router++) {
      for (int port = 0; port < network.ports(router); port++) {
        final boolean counts =
            switch (direction) {
              case OUT -> network.leads(router, port);
              case IN -> network.leads(network.far(router, port), network.farPort(router, port));
              case BOTH -> true;
            };
        if (counts) {
          far[length++] = network.far(router, port);
        }
      }
      first[router + 1] = length;
    }
    return new Adjacency(first, far);
  }

  /** Returns where the far routers of each router begin. */
  int[] first() {
    return first;
  }

  /** Returns the far routers, in the order of routers and ports. */
  int[] far() {
    return far;
  }

  int routers() {
    return first.length - 1;
  }

  /** Returns the number of link ends. */
  int ends() {
    return first[first.length - 1];
  }
}
