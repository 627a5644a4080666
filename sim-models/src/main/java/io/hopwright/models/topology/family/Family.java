package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.NetworkBuilder;

/** Network of a family with its parameters, checked but not yet built. */
interface Family {
  /** Returns the number of routers. */
  long routers();

  /** Returns an upper bound of the number of links. */
  long links();

  /** Returns the largest number of links of a router. */
  long mostPorts();

  /** Adds routers and links to an empty builder, and nodes unless the caller does. */
  void addTo(NetworkBuilder builder);

  /** Returns the grid of a torus, a mesh or a HyperX; null for others. */
  default GridShape shape() {
    return null;
  }

  /** Returns the groups of a dragonfly; null for others. */
  default DragonflyShape dragonfly() {
    return null;
  }

  /** Returns the levels of a fat tree; null for others. */
  default FatTreeShape fatTree() {
    return null;
  }

  /** Returns the words of a smaller network with routes of the same kinds; null without one. */
  default String smaller() {
    return null;
  }

  /** Returns whether {@code nodesPerRouter} applies. */
  default boolean hasNodesPerRouter() {
    return true;
  }
}
