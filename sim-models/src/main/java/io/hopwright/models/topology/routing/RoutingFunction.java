package io.hopwright.models.topology.routing;

/**
 * Routing function of a fabric: the next hop of a packet at the router where it has just arrived.
 *
 * <p>A pure function of its arguments. State of the route, such as whether a dateline was crossed,
 * is encoded in the VC. The simulator, the bounds of link loads and the check for cycles all call
 * it, so that it is written only once. Immutable; safe for any thread.
 */
@FunctionalInterface
public interface RoutingFunction {
  /** Random numbers that belong to one packet. */
  @FunctionalInterface
  interface Choices {
    /**
     * Returns a number of {@code [0, bound)}. One packet gets the same number for the same index at
     * every router.
     *
     * @param index which of the packet's choices, from 0 on
     * @param bound the same whenever the packet asks for this index
     */
    int pick(int index, int bound);
  }

  /**
   * Returns the next hop, packed by {@link #hop}. Not called where the packet has arrived.
   *
   * @param router where the packet is
   * @param input port that it came through: of a link, or of its node, whose number is at least the
   *     number of link ports
   * @param vc that it came in, 0 at its source
   * @param source node that sent it
   * @param destination node that it goes to
   * @param choices of the packet
   */
  int route(int router, int input, int vc, int source, int destination, Choices choices);

  /** Equivalence of nodes of a router that have the same routes. */
  enum Alike {
    /** Each node may have its own. */
    NONE,
    /** All as sources. */
    SOURCES,
    /** All as sources and as destinations. */
    ALL
  }

  /** Returns which nodes of a router have the same routes, so that a sum needs one of them only. */
  default Alike alike() {
    return Alike.NONE;
  }

  /** Largest number of VCs of a link, which the packing allows. */
  int MOST_VCS = 16;

  /**
   * Packs a hop through a port, on a VC of its link.
   *
   * <pre>
   *  31            4 3     0
   * +---------------+-------+
   * |     port      |  VC   |
   * +---------------+-------+
   * </pre>
   */
  static int hop(int port, int vc) {
    return port * MOST_VCS | vc;
  }

  /** Returns the port of a packed hop. */
  static int port(int hop) {
    return hop / MOST_VCS;
  }

  /** Returns the VC of a packed hop. */
  static int vc(int hop) {
    return hop & MOST_VCS - 1;
  }
}
