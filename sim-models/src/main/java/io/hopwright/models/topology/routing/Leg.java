package io.hopwright.models.topology.routing;

/**
 * Part of a route: hops to a target ({@code docs/models/network-routing.md}, section "Legs").
 * Immutable; safe for any thread.
 */
interface Leg {
  /** In place of an input port: the leg begins here. */
  int BEGINS = -1;

  /** Stands for a hop that does not exist. */
  int NO_HOP = -1;

  /** Returns the number of VCs; they are numbered from 0. */
  int vcs();

  /** Returns the number of choices; they are numbered from 0. */
  int choices();

  /** Returns the number of targets: of routers, unless the leg has others. */
  int targets();

  /** Returns whether a packet at a router is at its target, which is a router by default. */
  default boolean at(int router, int target) {
    return router == target;
  }

  /**
   * Returns the next hop, packed by {@link RoutingFunction#hop}; {@link #NO_HOP} without one. Not
   * called at the target.
   *
   * @param input port that the packet came through, {@link #BEGINS} at the first router
   * @param vc that it came by, any at the first router
   * @param choices of the packet
   * @param first index of the leg's first choice
   */
  int hop(int router, int input, int vc, int target, RoutingFunction.Choices choices, int first);

  /** Leg whose packets have several next hops at each router; its targets are routers. */
  interface Adaptive extends Leg {
    /** Returns the leg with one next hop at each router that this one extends. */
    Leg single();

    @Override
    default int vcs() {
      return single().vcs();
    }

    @Override
    default int choices() {
      return single().choices();
    }

    @Override
    default int targets() {
      return single().targets();
    }

    @Override
    default int hop(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
      return single().hop(router, input, vc, target, choices, first);
    }

    /**
     * Writes all {@link Candidate}s of a packet at a router, in the order that loads do not change,
     * the escape last; returns their number, which is 0 without a next hop. Not called at the
     * target.
     */
    int candidates(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int[] list);

    /** Returns whether the last candidate is an escape, which loads do not move. */
    boolean hasEscape();
  }

  /** Picks one of so many things; makes no choice if there is one. */
  static int pick(RoutingFunction.Choices choices, int index, int bound) {
    return bound == 1 ? 0 : choices.pick(index, bound);
  }
}
