package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;

/**
 * One router with all nodes.
 *
 * @param nodes number of nodes
 */
record CrossbarFamily(int nodes) implements Family {
  static Family of(Parameters parameters) {
    return new CrossbarFamily(parameters.integer("nodes", 1, NetworkDescription.MOST_NODES));
  }

  @Override
  public long routers() {
    return 1;
  }

  @Override
  public long links() {
    return 0;
  }

  @Override
  public long mostPorts() {
    return 0;
  }

  @Override
  public boolean hasNodesPerRouter() {
    return false;
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    builder.routers(1).nodes(0, nodes, LinkClass.PLAIN);
  }
}
