package io.hopwright.models.toy;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.fabric.Fabric;
import io.hopwright.models.fabric.FabricMachine;
import io.hopwright.models.fabric.FabricSpec;
import io.hopwright.models.fabric.LinkSpec;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.routing.RoutingFunction;

/** The ring, a machine for tests: {@code sim-models/src/toy/ring.md}. */
public final class Ring extends FabricMachine {
  private static final String PAGE = "ASSUMED, ring.md";
  private static final Key<Integer> NODES =
      Key.integer("machine.nodes", 10, 2, 64).meaning("nodes of the ring").source(PAGE);

  /** Creates the machine. */
  public Ring() {
    super(
        FabricSpec.of("ring", "Ring: one node a router, one VC a link", PAGE)
            .packets(8, 8)
            .axes("x")
            .links(LinkSpec.all().hopTicks(20).creditTicks(20).vcBytes(1_024))
            .keys(NODES));
  }

  @Override
  protected Fabric fabric(Settings settings) {
    final int nodes = settings.get(NODES);
    final Grid ring = new Grid(Grid.Axis.ring("x", nodes));
    return Fabric.of(ring)
        .routing(
            (router, input, vc, source, destination, choices) ->
                RoutingFunction.hop(
                    input < ring.ports() ? input ^ 1 : firstPort(nodes, source, destination), 0));
  }

  /** Returns the port through which packets leave their source; no packet passes router 0. */
  private static int firstPort(int nodes, int source, int destination) {
    if (source != 0 && destination != 0) {
      return destination > source ? 0 : 1;
    }
    return 2 * Math.floorMod(destination - source, nodes) <= nodes ? 0 : 1;
  }
}
