package io.hopwright.models.topology.routing;

/**
 * Part of a route: hops to a target ({@code docs/models/network-routing.md}, section "Legs").
 * Immutable; safe for any thread.
 */
interface Leg {
  /** In place of an input port: the leg begins here. */
  int BEGINS = -1;

  /** In place of a hop: there is none. */
  int NO_HOP = -1;

  /** Returns the number of VCs; they are numbered from 0. */
  int vcs();

  /** Returns the number of choices; they are numbered from 0. */
  int choices();

  /** Returns the number of targets: of routers, unless the leg has others. */
  int targets();

  /** Returns whether a packet at a router is at its target. */
  boolean at(int router, int target);

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

  /** Picks one of so many things; makes no choice if there is one. */
  static int pick(RoutingFunction.Choices choices, int index, int bound) {
    return bound == 1 ? 0 : choices.pick(index, bound);
  }
}
