package io.hopwright.models.topology.routing;

/**
 * Deterministic routing function: the port by router and destination, the VC by the packet's route
 * ({@code docs/models/network-files.md}, section "Routing"). Immutable; safe for any thread.
 */
public interface RoutingTable {
  /** In place of a port: there is no route. */
  int NO_ROUTE = -1;

  /** Rule for the VC of a hop, besides the router and the destination. */
  enum VcRule {
    /** Nothing else. */
    DESTINATION,
    /** The number of hops made: VC n on the n-th link, from 0. */
    HOP,
    /** The source. */
    SOURCE
  }

  /** Returns the name of the routing, such as {@code up-down}. */
  String name();

  /** Returns the number of VCs that packets use. */
  int vcs();

  /** Returns what the VC of a hop depends on. */
  VcRule vcRule();

  /** Returns the port of the next hop to a destination router; undefined at the destination. */
  int port(int router, int destination);

  /**
   * Returns the VC of the next hop.
   *
   * @param source router where the packet was injected
   * @param destination router that it goes to
   * @param router that it is at
   * @param hop number of links that it has used
   */
  int vc(int source, int destination, int router, int hop);
}
