package io.hopwright.models.fabric;

import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.topology.routing.RoutingFunction.Alike;
import io.hopwright.models.traffic.pattern.Sources;

/**
 * Pairs of nodes with their weights. Nodes of one router with the same routes count as one node,
 * the first of them. With p nodes per router, this reduces the number of routes by p². Memory: 12 B
 * for each node. Confined to one thread.
 */
final class AlikePairs implements Sources.Visitor {
  private final PortNodes nodes;
  private final Alike alike;
  private final Sources.Visitor visitor;

  /** Source of the weights below. */
  private int sender = -1;

  /** {@code [destination]}: weight from the sender. */
  private final double[] weights;

  /** Destinations that have a weight, of which the first {@code count} are meant. */
  private final int[] destinations;

  private int count;

  private AlikePairs(PortNodes nodes, Alike alike, Sources.Visitor visitor) {
    this.nodes = nodes;
    this.alike = alike;
    this.visitor = visitor;
    weights = new double[nodes.nodes()];
    destinations = new int[nodes.nodes()];
  }

  /** Visits all pairs of some sources. */
  static void visit(Sources sources, PortNodes nodes, Alike alike, Sources.Visitor visitor) {
    final AlikePairs pairs = new AlikePairs(nodes, alike, visitor);
    sources.forEachPair(pairs);
    pairs.flush();
  }

  @Override
  public void pair(int source, int destination, double weight) {
    final int from = alike == Alike.NONE ? source : nodes.first(source);
    final int to = alike == Alike.ALL ? nodes.first(destination) : destination;
    if (from != sender) {
      flush();
      sender = from;
    }
    if (weights[to] == 0 && weight != 0) {
      destinations[count++] = to;
    }
    weights[to] += weight;
  }

  private void flush() {
    for (int i = 0; i < count; i++) {
      visitor.pair(sender, destinations[i], weights[destinations[i]]);
      weights[destinations[i]] = 0;
    }
    count = 0;
  }
}
