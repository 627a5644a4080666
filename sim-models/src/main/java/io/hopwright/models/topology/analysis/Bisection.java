package io.hopwright.models.topology.analysis;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Bisection: least number of links between two halves of a network. A half has half of the nodes,
 * or of the routers if there are no nodes.
 *
 * @param links number of links across; {@link NetworkDescription#NONE} if it was not computed
 * @param exact whether no cut is smaller
 * @param reason reason why it is exact, or why it was not computed; empty otherwise
 */
public record Bisection(long links, boolean exact, String reason) {
  private static final int MOST_ROUTERS = 20_000;
  private static final long MOST_WORK = 4_000_000_000L;
  private static final double ROUNDING = 1e-6;

  /**
   * Returns the bisection of a connected network.
   *
   * @param formula number of links by a formula for the family; {@link NetworkDescription#NONE}
   *     without one
   */
  public static Bisection of(NetworkDescription network, long formula) {
    if (formula != NetworkDescription.NONE) {
      return new Bisection(formula, true, "formula of the family");
    }
    if (network.routers() < 2) {
      return new Bisection(0, true, "one router");
    }
    if (network.routers() > MOST_ROUTERS) {
      return new Bisection(
          NetworkDescription.NONE, false, "more than " + MOST_ROUTERS + " routers");
    }
    final int[] weights = weights(network);
    final long cut = new Halves(Adjacency.of(network, Adjacency.Direction.BOTH), weights).best();
    return isLeast(network, weights, cut)
        ? new Bisection(cut, true, "an all-to-all loads no link more")
        : new Bisection(cut, false, "");
  }

  private static int[] weights(NetworkDescription network) {
    final int[] weights = new int[network.routers()];
    for (int router = 0; router < weights.length; router++) {
      weights[router] = network.nodes() == 0 ? 1 : network.nodesAt(router);
    }
    return weights;
  }

  /**
   * Returns whether the pairs of an all-to-all on both sides need as many links, none of which
   * carries more than the most loaded one.
   */
  private static boolean isLeast(NetworkDescription network, int[] weights, long cut) {
    if ((long) network.routers() * 2 * network.links() > MOST_WORK) {
      return false;
    }
    long total = 0;
    for (int weight : weights) {
      total += weight;
    }
    final long half = total / 2;
    final double across = (double) half * (total - half);
    final double most = AllToAllLoad.most(network, weights);
    return most > 0 && cut <= Math.ceil(across / most - ROUNDING);
  }
}
