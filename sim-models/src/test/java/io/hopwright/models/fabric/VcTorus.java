package io.hopwright.models.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.stream.IntStream;

/**
 * Torus with dimension order on either switch. A packet changes to VC 1 at the link around the end
 * of an axis; with one VC it does not, so that packets can wait for each other in a cycle.
 */
final class VcTorus extends FabricMachine {
  private static final String[] NAMES = {"x", "y", "z"};

  private final Grid grid;
  private final int vcs;

  VcTorus(int vcs, int flits, int... extents) {
    super(
        FabricSpec.of("vc-torus", "Torus", "ASSUMED")
            .packets(flits, 16)
            .axes(IntStream.range(0, extents.length).mapToObj(i -> NAMES[i]).toArray(String[]::new))
            .links(LinkSpec.all().hopTicks(4).creditTicks(4).vcBytes(16 * 4 * flits))
            .routers());
    this.vcs = vcs;
    grid =
        new Grid(
            IntStream.range(0, extents.length)
                .mapToObj(i -> Grid.Axis.ring(NAMES[i], extents[i]))
                .toArray(Grid.Axis[]::new));
  }

  @Override
  protected Fabric fabric(Settings settings) {
    return Fabric.of(grid).vcs(vcs).routing(this::route);
  }

  private int route(
      int router, int input, int vc, int source, int to, RoutingFunction.Choices choices) {
    int axis = 0;
    while (grid.coordinate(router, axis) == grid.coordinate(to, axis)) {
      axis++;
    }
    final int extent = grid.extent(axis);
    final int from = grid.coordinate(source, axis);
    final int ahead = Math.floorMod(grid.coordinate(to, axis) - from, extent);
    final boolean plus = 2 * ahead < extent || (2 * ahead == extent && choices.pick(axis, 2) == 0);
    final int here = grid.coordinate(router, axis);
    final boolean around = here == (plus ? extent - 1 : 0);
    final int before = input < grid.ports() && input >>> 1 == axis ? vc : 0;
    return RoutingFunction.hop(2 * axis + (plus ? 0 : 1), vcs == 1 ? 0 : around ? 1 : before);
  }
}
