package io.hopwright.models.switching.crossbar;

import java.util.stream.IntStream;

/**
 * Nodes behind ports without links, one per port, numbered in the order of routers and ports. A
 * router can have any number of nodes.
 *
 * <p>Memory: 4 B per router and node. Immutable; safe for any thread.
 */
public final class PortNodes {
  /** {@code [router]}: ports with links, and the number of its first node. */
  private final int[] links;

  private final int[] first;
  private final int[] routerOf;

  private PortNodes(int[] links, int[] nodes) {
    this.links = links;
    first = new int[links.length + 1];
    for (int router = 0; router < links.length; router++) {
      first[router + 1] = first[router] + nodes[router];
    }
    routerOf =
        IntStream.range(0, links.length)
            .flatMap(router -> IntStream.range(0, nodes[router]).map(node -> router))
            .toArray();
  }

  /** Returns the nodes of a machine with the given number of routers. */
  public static PortNodes ofMachine(CrossbarDesign design, int routers) {
    return of(design, IntStream.range(0, routers).toArray());
  }

  /** Returns the nodes of some routers; routers and nodes have local numbers, from 0 on. */
  public static PortNodes of(CrossbarDesign design, int... routers) {
    return new PortNodes(
        IntStream.of(routers).map(design::links).toArray(),
        IntStream.of(routers).map(router -> design.ports(router) - design.links(router)).toArray());
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return routerOf.length;
  }

  /** Returns the number of nodes of a router. */
  public int nodes(int router) {
    return first[router + 1] - first[router];
  }

  /** Returns the numbers of the nodes of a router. */
  public IntStream of(int router) {
    return IntStream.range(first[router], first[router + 1]);
  }

  /** Returns the node at a port, which has no link. */
  public int node(int router, int port) {
    return first[router] + port - links[router];
  }

  /** Returns the router of a node. */
  public int router(int node) {
    return routerOf[node];
  }

  /** Returns the first node of the router of a node. */
  public int first(int node) {
    return first[routerOf[node]];
  }

  /** Returns the port of a node at its router. */
  public int port(int node) {
    return node - first[routerOf[node]] + links[routerOf[node]];
  }
}
