package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.FatTreeShape;

/** Routes up a fat tree and down again; targets are nodes. */
final class FatTreeLeg implements Leg {
  private final NetworkDescription network;
  private final int levels;
  private final boolean random;
  private final int[] up;
  private final int[] bundle;

  /**
   * Number of routers with the same leaves below, of leaves below a router, and of the first
   * router, by level.
   */
  private final int[] copies;

  private final int[] leaves;
  private final int[] firstRouter;

  /** Divisor of a node's number for the link upwards, by level. */
  private final long[] divisor;

  private final int nodesOfLeaf;

  /**
   * Creates the leg.
   *
   * @param random whether links are chosen at random; otherwise by the number of the node
   */
  FatTreeLeg(NetworkDescription network, FatTreeShape shape, boolean random) {
    this.network = network;
    this.random = random;
    levels = shape.levels();
    up = shape.up().stream().mapToInt(Integer::intValue).toArray();
    bundle = shape.bundle().stream().mapToInt(Integer::intValue).toArray();
    copies = new int[levels];
    leaves = new int[levels];
    firstRouter = new int[levels + 1];
    divisor = new long[levels];
    nodesOfLeaf = shape.down().get(0);
    long product = 1;
    for (int level = 0; level < levels; level++) {
      copies[level] = shape.copies(level);
      leaves[level] = shape.leaves(level);
      firstRouter[level + 1] =
          firstRouter[level] + shape.leaves(levels - 1) / leaves[level] * copies[level];
      divisor[level] = product;
      product *= level < up.length ? (long) up[level] * bundle[level] : 1;
    }
  }

  @Override
  public int vcs() {
    return 1;
  }

  @Override
  public int choices() {
    return random ? 2 * (levels - 1) : 0;
  }

  @Override
  public int targets() {
    return network.nodes();
  }

  @Override
  public boolean at(int router, int target) {
    return router == target / nodesOfLeaf;
  }

  @Override
  public int hop(
      int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
    final int level = level(router);
    final int leaf = target / nodesOfLeaf;
    if (isBelow(router, level, leaf)) {
      final int below = level - 1;
      final int link =
          random
              ? Leg.pick(choices, first + levels - 1 + below, bundle[below])
              : byNumber(target, below) / up[below];
      return RoutingFunction.hop(firstPortDown(router, level, leaf) + link, 0);
    }
    final int chosen =
        random
            ? Leg.pick(choices, first + level, up[level] * bundle[level])
            : byNumber(target, level);
    return RoutingFunction.hop(portUp(router, level, chosen), 0);
  }

  private int level(int router) {
    int level = 0;
    while (router >= firstRouter[level + 1]) {
      level++;
    }
    return level;
  }

  /** Returns the number of the tree below a router, among those of its level. */
  private int tree(int router, int level) {
    return (router - firstRouter[level]) / copies[level];
  }

  private boolean isBelow(int router, int level, int leaf) {
    return leaf / leaves[level] == tree(router, level);
  }

  /** Returns the first of the parallel ports to the router below that leads to a leaf. */
  private int firstPortDown(int router, int level, int leaf) {
    final int below = level - 1;
    final int place = (router - firstRouter[level]) % copies[level];
    final int far = firstRouter[below] + leaf / leaves[below] * copies[below] + place / up[below];
    return network.portTo(router, far);
  }

  /** Returns the port up with a number, which counts parents first. */
  private int portUp(int router, int level, int chosen) {
    final int above = level + 1;
    final int place = (router - firstRouter[level]) % copies[level];
    final int far =
        firstRouter[above]
            + leafOf(tree(router, level), level) / leaves[above] * copies[above]
            + place * up[level]
            + chosen % up[level];
    return network.portTo(router, far) + chosen / up[level];
  }

  /**
   * All ports up the tree, then down again; targets are leaves.
   *
   * @param single leg that chooses among them at random
   * @param vcs VCs of each link
   */
  record Adaptive(FatTreeLeg single, int vcs) implements Leg.Adaptive {
    @Override
    public int targets() {
      return single.network.routers();
    }

    @Override
    public boolean hasEscape() {
      return false;
    }

    @Override
    public int hop(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
      return single.hop(router, input, vc, target * single.nodesOfLeaf, choices, first);
    }

    @Override
    public int candidates(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int[] list) {
      final int set = (1 << vcs) - 1;
      final int level = single.level(router);
      if (single.isBelow(router, level, target)) {
        final int first = single.firstPortDown(router, level, target);
        final int count = single.bundle[level - 1];
        for (int link = 0; link < count; link++) {
          list[link] = Candidate.of(first + link, set);
        }
        return count;
      }
      final int count = single.up[level] * single.bundle[level];
      for (int chosen = 0; chosen < count; chosen++) {
        list[chosen] = Candidate.of(single.portUp(router, level, chosen), set);
      }
      return count;
    }
  }

  /** Returns the first leaf below the routers of a tree. */
  private int leafOf(int tree, int level) {
    return tree * leaves[level];
  }

  private int byNumber(int node, int level) {
    return (int) (node / divisor[level] % ((long) up[level] * bundle[level]));
  }
}
