package io.hopwright.models.fabric;

import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.ChoiceValues;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.Arrays;

/**
 * All routes that a routing function gives packets, for every value of their random choices. A
 * channel is a VC of a link. Confined to one thread.
 */
final class FabricRoutes {
  private static final int FEW = 16;

  private final Fabric fabric;
  private final PortNodes nodes;
  private final int ports;
  private final ChoiceValues choices = new ChoiceValues();
  private int[] channels = new int[FEW];

  /** Visitor of one route. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Receives a route.
     *
     * @param channels of the route in order; the first {@code hops} of them count
     * @param probability that a packet takes it
     */
    void route(int[] channels, int hops, double probability);
  }

  FabricRoutes(Fabric fabric, PortNodes nodes) {
    this.fabric = fabric;
    this.nodes = nodes;
    ports = fabric.topology().ports();
  }

  /** Returns the channel of one of the hops of the packet that was followed last. */
  int channel(int hop) {
    return channels[hop];
  }

  /** Returns the link of a channel, {@code ports·router + port}. */
  int link(int channel) {
    return channel / fabric.vcs();
  }

  /** Returns the number of links, those of ports without one included. */
  int links() {
    return Math.multiplyExact(fabric.topology().routers(), ports);
  }

  /** Visits all routes between two nodes. */
  void visit(int source, int destination, Visitor visitor) {
    choices.begin();
    do {
      final int hops = follow(source, destination, choices);
      visitor.route(channels, hops, choices.probability());
    } while (choices.next());
  }

  /** Follows a packet with some choices; returns the links that it takes. */
  int follow(int source, int destination, RoutingFunction.Choices made) {
    final Topology topology = fabric.topology();
    final int end = nodes.router(destination);
    int router = nodes.router(source);
    int input = nodes.port(source);
    int vc = 0;
    int hops = 0;
    while (router != end) {
      final int hop = fabric.routing().route(router, input, vc, source, destination, made);
      final int port = RoutingFunction.port(hop);
      vc = RoutingFunction.vc(hop);
      if (port >= ports || !topology.leads(router, port) || vc >= fabric.vcs()) {
        throw new IllegalStateException(
            ("router %s, from node %s to %s: the route uses port %s, VC %s, which has no" + " link")
                .formatted(router, source, destination, port, vc));
      }
      if (hops == (long) links() * fabric.vcs()) {
        throw new IllegalStateException(
            "from node %s to %s: the route never ends".formatted(source, destination));
      }
      if (hops == channels.length) {
        channels = Arrays.copyOf(channels, 2 * hops);
      }
      channels[hops++] = (ports * router + port) * fabric.vcs() + vc;
      input = topology.neighbourPort(router, port);
      router = topology.neighbour(router, port);
    }
    return hops;
  }
}
