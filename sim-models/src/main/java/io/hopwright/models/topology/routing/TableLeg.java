package io.hopwright.models.topology.routing;

/**
 * Routes by the ports of a routing table.
 *
 * @param table routing table
 * @param targets number of routers
 */
record TableLeg(RoutingTable table, int targets) implements Leg {
  @Override
  public int vcs() {
    return table.vcs();
  }

  @Override
  public int choices() {
    return 0;
  }

  @Override
  public int hop(
      int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
    final int port = table.port(router, target);
    if (port == RoutingTable.NO_ROUTE) {
      return NO_HOP;
    }
    final int next =
        switch (table.vcRule()) {
          case DESTINATION -> table.vc(router, target, router, 0);
          case HOP -> input == BEGINS ? 0 : vc + 1;
          case SOURCE -> input == BEGINS ? table.vc(router, target, router, 0) : vc;
        };
    return RoutingFunction.hop(port, next);
  }
}
