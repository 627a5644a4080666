package io.hopwright.models.toy;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.fabric.Fabric;
import io.hopwright.models.fabric.FabricMachine;
import io.hopwright.models.fabric.FabricSpec;
import io.hopwright.models.fabric.LinkSpec;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.routing.RoutingFunction;

/** Mesh with negative-first routes: down the axes in random order, then up them, on one VC. */
public final class NegativeFirst extends FabricMachine {
  private static final Grid MESH = new Grid(Grid.Axis.line("x", 8), Grid.Axis.line("y", 8));

  /** Creates the machine. */
  public NegativeFirst() {
    super(
        FabricSpec.of("negative-first", "Mesh of 8x8, negative-first", "ASSUMED, own-network.md")
            .packets(8, 8)
            .axes("x", "y")
            .links(LinkSpec.all().hopTicks(4).creditTicks(4).vcBytes(1_024)));
  }

  @Override
  protected Fabric fabric(Settings settings) {
    return Fabric.of(MESH)
        .routing(
            (router, input, vc, source, destination, choices) -> {
              final int first = choices.pick(0, 2);
              final int second = 1 - first;
              if (steps(first, router, destination) < 0) {
                return RoutingFunction.hop(2 * first + 1, 0);
              }
              if (steps(second, router, destination) < 0) {
                return RoutingFunction.hop(2 * second + 1, 0);
              }
              final int axis = steps(first, router, destination) > 0 ? first : second;
              return RoutingFunction.hop(2 * axis, 0);
            });
  }

  /** Returns the distance to the destination along an axis, negative in the lower direction. */
  private static int steps(int axis, int router, int destination) {
    return MESH.coordinate(destination, axis) - MESH.coordinate(router, axis);
  }
}
