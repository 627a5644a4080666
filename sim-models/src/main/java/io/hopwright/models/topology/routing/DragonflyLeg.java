package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.family.DragonflyShape;

/**
 * Shortest route of at most one global link through a dragonfly (Kim et al., ISCA 2008).
 *
 * @param links links of the dragonfly
 */
record DragonflyLeg(DragonflyLinks links) implements Leg {
  @Override
  public int vcs() {
    return 2;
  }

  @Override
  public int choices() {
    return 2;
  }

  @Override
  public int targets() {
    return links.network().routers();
  }

  @Override
  public int hop(
      int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
    final DragonflyShape shape = links.shape();
    if (shape.group(router) == shape.group(target)) {
      final boolean wasGlobal =
          input != BEGINS && shape.group(links.network().far(router, input)) != shape.group(router);
      return RoutingFunction.hop(links.network().portTo(router, target), wasGlobal ? 1 : 0);
    }
    final int choice = input == BEGINS ? first : first + 1;
    return RoutingFunction.hop(links.portToRouter(router, target, choices, choice), 0);
  }

  /**
   * Shortest route to any router of a group of a dragonfly.
   *
   * @param links links of the dragonfly
   */
  record ToGroup(DragonflyLinks links) implements Leg {
    @Override
    public int vcs() {
      return 1;
    }

    @Override
    public int choices() {
      return 2;
    }

    @Override
    public int targets() {
      return links.shape().groups();
    }

    @Override
    public boolean at(int router, int target) {
      return links.shape().group(router) == target;
    }

    @Override
    public int hop(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
      final int choice = input == BEGINS ? first : first + 1;
      return RoutingFunction.hop(links.portToGroup(router, target, choices, choice), 0);
    }
  }
}
