package io.hopwright.models.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.routing.Candidate;
import io.hopwright.models.topology.routing.CandidateRouting;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.stream.IntStream;

/**
 * Torus with dimension order on either switch. A packet changes to VC 1 at the link around the end
 * of an axis; with one VC it does not, so that packets can wait for each other in a cycle.
 */
final class VcTorus extends FabricMachine {
  private static final String[] NAMES = {"x", "y", "z"};

  /** Routes of the machine. */
  enum Routes {
    DIMENSION_ORDER,
    /**
     * Dimension order on two VCs or on two others, chosen by the load at the source or at each
     * router.
     */
    ONCE,
    /**
     * Any route of minimal length, the least loaded first, on VCs 2 and 3; VCs 0 and 1 are the
     * escape.
     */
    ADAPTIVE
  }

  private final Grid grid;
  private final int vcs;
  private final Routes routes;

  VcTorus(int vcs, int flits, int... extents) {
    this(Routes.DIMENSION_ORDER, vcs, flits, extents);
  }

  VcTorus(Routes routes, int vcs, int flits, int... extents) {
    super(
        FabricSpec.of("vc-torus", "Torus", "ASSUMED")
            .packets(flits, 16)
            .axes(IntStream.range(0, extents.length).mapToObj(i -> NAMES[i]).toArray(String[]::new))
            .links(LinkSpec.all().hopTicks(4).creditTicks(4).vcBytes(16 * 4 * flits))
            .routers());
    this.vcs = vcs;
    this.routes = routes;
    grid =
        new Grid(
            IntStream.range(0, extents.length)
                .mapToObj(i -> Grid.Axis.ring(NAMES[i], extents[i]))
                .toArray(Grid.Axis[]::new));
  }

  @Override
  protected Fabric fabric(Settings settings) {
    return Fabric.of(grid)
        .vcs(vcs)
        .routing(routes == Routes.DIMENSION_ORDER ? this::route : new ByLoads());
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

  /** Routes that read loads. */
  private final class ByLoads implements CandidateRouting {
    private static final int LOADED = 20;

    @Override
    public Kind kind() {
      return routes == Routes.ADAPTIVE ? Kind.ADAPTIVE : Kind.DECIDED_ONCE;
    }

    @Override
    public int route(int router, int input, int vc, int source, int destination, Choices choices) {
      return VcTorus.this.route(router, input, vc, source, destination, choices);
    }

    @Override
    public int candidates(
        int router,
        int input,
        int vc,
        int source,
        int destination,
        Choices choices,
        Loads loads,
        int[] list) {
      if (routes == Routes.ADAPTIVE) {
        return adaptive(router, destination, loads, list);
      }
      final int hop = route(router, input, vc & 1, source, destination, choices);
      final int port = RoutingFunction.port(hop);
      final int set = 1 << RoutingFunction.vc(hop);
      list[0] = Candidate.of(port, loads.of(port) > LOADED ? set << 2 : set | set << 2);
      return 1;
    }

    private int adaptive(int router, int destination, Loads loads, int... list) {
      int count = 0;
      int escape = 0;
      for (int axis = grid.axes() - 1; axis >= 0; axis--) {
        final int extent = grid.extent(axis);
        final int here = grid.coordinate(router, axis);
        final int to = grid.coordinate(destination, axis);
        final int ahead = Math.floorMod(to - here, extent);
        if (ahead > 0 && 2 * ahead >= extent) {
          count = insert(list, count, 2 * axis + 1, loads);
          escape = Candidate.of(2 * axis + 1, to > here ? 0b10 : 0b01);
        }
        if (ahead > 0 && 2 * ahead <= extent) {
          count = insert(list, count, 2 * axis, loads);
          escape = Candidate.of(2 * axis, to < here ? 0b10 : 0b01);
        }
      }
      list[count] = escape;
      return count + 1;
    }

    /** Inserts a port behind those with a smaller or equal load. */
    private int insert(int[] list, int count, int port, Loads loads) {
      int at = count;
      for (; at > 0 && loads.of(Candidate.port(list[at - 1])) > loads.of(port); at--) {
        list[at] = list[at - 1];
      }
      list[at] = Candidate.of(port, 0b1100);
      return count + 1;
    }
  }
}
