package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Routing by a list of next hops. Memory: 3 B for each router and destination.
 *
 * <p>Filled by one thread, then unchanged.
 */
public final class ListedRouting implements RoutingTable {
  private final PortTable table;
  private final byte[][] vc;
  private int vcs = 1;

  /** Creates a routing without routes. */
  public ListedRouting(NetworkDescription network) {
    table = new PortTable(network.routers());
    vc = new byte[network.routers()][];
  }

  /** Sets the hop of packets at a router to a destination; returns false if it is already set. */
  public boolean set(int router, int destination, int port, int onVc) {
    if (table.get(router, destination) != NetworkDescription.NONE) {
      return false;
    }
    if (vc[destination] == null) {
      vc[destination] = new byte[vc.length];
    }
    table.set(router, destination, port);
    vc[destination][router] = (byte) onVc;
    vcs = Math.max(vcs, onVc + 1);
    return true;
  }

  @Override
  public String name() {
    return "table";
  }

  @Override
  public int vcs() {
    return vcs;
  }

  @Override
  public VcRule vcRule() {
    return VcRule.DESTINATION;
  }

  @Override
  public int port(int router, int destination) {
    return table.get(router, destination);
  }

  @Override
  public int vc(int source, int destination, int router, int hop) {
    return vc[destination][router];
  }
}
