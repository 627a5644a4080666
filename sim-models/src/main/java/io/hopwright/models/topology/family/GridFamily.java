package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Torus, mesh or twisted torus.
 *
 * @param grid coordinates of the routers
 * @param ring whether the ends of an axis are linked
 * @param twist offset of the last coordinate by the wrap-around link of another axis
 */
record GridFamily(Coordinates grid, boolean ring, int twist) implements Family {
  private static final String EXTENTS = "extents";

  static Family torus(Parameters parameters) {
    return new GridFamily(grid(parameters, 1), true, 0);
  }

  static Family mesh(Parameters parameters) {
    return new GridFamily(grid(parameters, 1), false, 0);
  }

  static Family twisted(Parameters parameters) {
    final Coordinates grid = grid(parameters, 2);
    final int last = grid.extent(grid.axes() - 1);
    return new GridFamily(grid, true, parameters.integerOr("twist", last / 2, 0, last - 1));
  }

  static Coordinates grid(Parameters parameters, int leastAxes) {
    return new Coordinates(parameters.list(EXTENTS, leastAxes, 1, NetworkDescription.MOST_ROUTERS));
  }

  @Override
  public long routers() {
    return grid.routers();
  }

  @Override
  public long links() {
    return routers() * grid.axes();
  }

  @Override
  public long mostPorts() {
    return 2L * grid.axes();
  }

  @Override
  public String smaller() {
    return twist > 0 ? null : (ring ? "torus " : "mesh ") + smaller(grid);
  }

  /** Returns extents of at most 6, which are odd or even as those of a grid. */
  static String smaller(Coordinates grid) {
    return IntStream.range(0, grid.axes())
        .map(axis -> Math.min(grid.extent(axis), 6 - grid.extent(axis) % 2))
        .mapToObj(Integer::toString)
        .collect(Collectors.joining("x", EXTENTS + "=", ""));
  }

  @Override
  public GridShape shape() {
    return twist > 0
        ? null
        : new GridShape(
            grid,
            ring ? GridShape.Axes.RING : GridShape.Axes.LINE,
            Collections.nCopies(grid.axes(), 1));
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    builder.routers(grid.routers());
    for (int router = 0; router < grid.routers(); router++) {
      for (int axis = 0; axis < grid.axes(); axis++) {
        final int next = grid.at(router, axis) + 1;
        if (next < grid.extent(axis)) {
          builder.link(router, grid.with(router, axis, next), LinkClass.of(Coordinates.kind(axis)));
        } else if (ring && next > 1) {
          builder.link(router, around(router, axis), LinkClass.of(Coordinates.kind(axis)));
        }
      }
    }
  }

  private int around(int router, int axis) {
    final int first = grid.with(router, axis, 0);
    final int last = grid.axes() - 1;
    return axis == last
        ? first
        : grid.with(first, last, (grid.at(first, last) + twist) % grid.extent(last));
  }
}
