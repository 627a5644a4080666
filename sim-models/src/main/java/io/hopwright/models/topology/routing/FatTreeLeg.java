package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.FatTreeShape;

/** Up a fat tree and down again; targets are nodes. */
final class FatTreeLeg implements Leg {
  private final NetworkDescription network;
  private final int levels;
  private final boolean random;
  private final int[] up;
  private final int[] bundle;

  /** By level: routers with the same leaves below, leaves below a router, number of the first. */
  private final int[] copies;

  private final int[] leaves;
  private final int[] firstRouter;

  /** By level: what the number of a node is divided by, for the link upwards. */
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
    int level = 0;
    while (router >= firstRouter[level + 1]) {
      level++;
    }
    final int leaf = target / nodesOfLeaf;
    final int number = router - firstRouter[level];
    final int tree = number / copies[level];
    final int place = number % copies[level];
    if (leaf / leaves[level] == tree) {
      final int below = level - 1;
      final int far = firstRouter[below] + leaf / leaves[below] * copies[below] + place / up[below];
      final int link =
          random
              ? Leg.pick(choices, first + levels - 1 + below, bundle[below])
              : byNumber(target, below) / up[below];
      return RoutingFunction.hop(network.portTo(router, far) + link, 0);
    }
    final int chosen =
        random
            ? Leg.pick(choices, first + level, up[level] * bundle[level])
            : byNumber(target, level);
    final int above = level + 1;
    final int far =
        firstRouter[above]
            + leafOf(tree, level) / leaves[above] * copies[above]
            + place * up[level]
            + chosen % up[level];
    return RoutingFunction.hop(network.portTo(router, far) + chosen / up[level], 0);
  }

  /** Returns the first leaf below the routers of a tree. */
  private int leafOf(int tree, int level) {
    return tree * leaves[level];
  }

  private int byNumber(int node, int level) {
    return (int) (node / divisor[level] % ((long) up[level] * bundle[level]));
  }
}
