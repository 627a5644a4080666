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
  public int hop(
      int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
    final int port = paths.port(router, target, choices, first);
    if (layers == null) {
      return RoutingFunction.hop(port, input == BEGINS ? 0 : vc + 1);
    }
    return RoutingFunction.hop(port, input == BEGINS ? layers.of(router, target) : vc);
  }

  /**
   * All next hops of shortest paths; the VC is the number of links used.
   *
   * @param single leg that chooses one of them at random
   */
  record Adaptive(EcmpLeg single) implements Leg.Adaptive {
    @Override
    public boolean hasEscape() {
      return false;
    }

    @Override
    public int candidates(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int[] list) {
      final ShortestPaths paths = single.paths;
      final int set = 1 << (input == BEGINS ? 0 : vc + 1);
      int count = 0;
      for (int port = 0; port < paths.network().ports(router); port++) {
        if (paths.leadsOn(router, port, target)) {
          list[count++] = Candidate.of(port, set);
        }
      }
      return count;
    }
  }
}
