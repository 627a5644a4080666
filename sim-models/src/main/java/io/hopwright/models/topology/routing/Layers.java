package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;

/**
 * Shortest paths in layers of VCs.
 *
 * @param table table of ports
 * @param layers VC of each pair
 */
record Layers(PortTable table, PairLayers layers) implements RoutingTable {
  /**
   * Returns the routing.
   *
   * @throws io.hopwright.models.topology.description.DescriptionException if more layers are needed
   *     than there may be VCs
   */
  static Layers of(NetworkDescription network, PortTable table) {
    return new Layers(
        table,
        new PairLayers(
            network,
            (source, destination, into) -> {
              int held = NetworkDescription.NONE;
              for (int router = source; router != destination; ) {
                final int port = table.get(router, destination);
                final int wanted = network.firstEnd(router) + port;
                if (held >= 0) {
                  into.add(held, wanted);
                }
                held = wanted;
                router = network.far(router, port);
              }
            }));
  }

  @Override
  public String name() {
    return "layers";
  }

  @Override
  public int vcs() {
    return layers.count();
  }

  @Override
  public VcRule vcRule() {
    return VcRule.SOURCE;
  }

  @Override
  public int port(int router, int destination) {
    return table.get(router, destination);
  }

  @Override
  public int vc(int source, int destination, int router, int hop) {
    return layers.of(source, destination);
  }
}
