package io.hopwright.models.topology.routing;

/**
 * Next hops of shortest paths, chosen at random.
 *
 * @param paths all shortest paths
 * @param layers VC of each pair; null if the VC is the number of links used
 */
record EcmpLeg(ShortestPaths paths, PairLayers layers) implements Leg {
  @Override
  public int vcs() {
    return layers == null ? Math.max(1, paths.longest()) : layers.count();
  }

  @Override
  public int choices() {
    return paths.longest();
  }

  @Override
  public int targets() {
    return paths.network().routers();
  }

  @Override
  public boolean at(int router, int target) {
    return router == target;
  }

  @Override
  public int hop(
      int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
    final int port = paths.port(router, target, choices, first);
    if (layers == null) {
      return RoutingFunction.hop(port, input == BEGINS ? 0 : vc + 1);
    }
    return RoutingFunction.hop(port, input == BEGINS ? layers.of(router, target) : vc);
  }
}
