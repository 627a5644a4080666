package io.hopwright.models.fabric;

import io.hopwright.models.topology.ChannelDependencies;
import io.hopwright.models.topology.ChannelDependencies.Channel;
import java.util.List;

/** Dependencies between the channels of a fabric's routes. */
final class RouteDependencies {
  private RouteDependencies() {}

  /**
   * Returns a cycle of channels whose packets can wait for each other; empty if no cycle exists.
   */
  static List<Channel> cycle(FabricSettings settings) {
    return cycle(
        settings.fabric(),
        new FabricRoutes(settings.fabric(), settings.nodes()),
        settings.nodes().nodes());
  }

  static List<Channel> cycle(Fabric fabric, FabricRoutes routes, int nodes) {
    final ChannelDependencies dependencies =
        ChannelDependencies.none(fabric.topology(), fabric.vcs());
    for (int pair = 0; pair < nodes * nodes; pair++) {
      routes.visit(
          pair / nodes,
          pair % nodes,
          (route, hops, probability) -> {
            for (int hop = 1; hop < hops; hop++) {
              dependencies.add(named(fabric, route[hop - 1]), named(fabric, route[hop]));
            }
          });
    }
    return dependencies.cycle();
  }

  private static Channel named(Fabric fabric, int number) {
    final int link = number / fabric.vcs();
    final int ports = fabric.topology().ports();
    return new Channel(link / ports, link % ports, number % fabric.vcs());
  }
}
