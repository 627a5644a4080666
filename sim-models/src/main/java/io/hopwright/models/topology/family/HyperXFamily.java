package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * HyperX: all routers that differ in one coordinate are linked (Ahn et al., SC 2009).
 *
 * @param grid coordinates of the routers
 * @param width parallel links of a pair of routers, by axis
 */
record HyperXFamily(Coordinates grid, List<Integer> width) implements Family {
  static Family of(Parameters parameters) {
    final Coordinates grid = GridFamily.grid(parameters, 1);
    final int[] width =
        parameters.listOr("width", grid.axes(), 1, 1, NetworkDescription.MOST_PORTS);
    return new HyperXFamily(grid, Arrays.stream(width).boxed().toList());
  }

  @Override
  public long routers() {
    return grid.routers();
  }

  @Override
  public long links() {
    return routers() * mostPorts() / 2;
  }

  @Override
  public long mostPorts() {
    long ports = 0;
    for (int axis = 0; axis < grid.axes(); axis++) {
      ports += (long) width.get(axis) * (grid.extent(axis) - 1);
    }
    return ports;
  }

  @Override
  public String smaller() {
    final String widths = width.stream().map(String::valueOf).collect(Collectors.joining("x"));
    return "hyperx " + GridFamily.smaller(grid) + " width=" + widths;
  }

  @Override
  public GridShape shape() {
    return new GridShape(grid, GridShape.Axes.COMPLETE, width);
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    builder.routers(grid.routers());
    for (int router = 0; router < grid.routers(); router++) {
      for (int axis = 0; axis < grid.axes(); axis++) {
        for (int to = grid.at(router, axis) + 1; to < grid.extent(axis); to++) {
          for (int i = 0; i < width.get(axis); i++) {
            builder.link(router, grid.with(router, axis, to), LinkClass.of(Coordinates.kind(axis)));
          }
        }
      }
    }
  }
}
