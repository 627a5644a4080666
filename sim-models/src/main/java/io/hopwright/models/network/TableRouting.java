package io.hopwright.models.network;

import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.RoutingFunction;
import io.hopwright.models.topology.routing.RoutingTable;
import io.hopwright.models.topology.routing.RoutingTable.VcRule;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Routing function of a routing table. Memory: 4 B per node. Immutable; safe for any thread. */
final class TableRouting implements RoutingFunction {
  private final RoutingTable table;
  private final Topology topology;
  private final boolean countsHops;
  private final int[] routerOf;

  /** Routes between nodes that are numbered in the order of their routers. */
  TableRouting(RoutingTable table, Topology topology, IntUnaryOperator nodesAt) {
    this.table = table;
    this.topology = topology;
    countsHops = table.vcRule() == VcRule.HOP;
    routerOf =
        IntStream.range(0, topology.routers())
            .flatMap(router -> IntStream.range(0, nodesAt.applyAsInt(router)).map(node -> router))
            .toArray();
  }

  @Override
  public int route(int router, int input, int vc, int source, int destination, Choices choices) {
    final int to = routerOf[destination];
    final int hop = countsHops && input < topology.ports(router) ? vc + 1 : 0;
    return RoutingFunction.hop(table.port(router, to), table.vc(routerOf[source], to, router, hop));
  }
}
