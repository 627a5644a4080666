package io.hopwright.models.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Grid of routers with further routers, each attached to its own grid router by a link at one more
 * port. On an axis, an attached router has the position of its grid router. Immutable; safe for any
 * thread.
 */
public final class AttachedTorus implements Topology {
  private final Grid grid;
  private final int[] gateways;
  private final boolean singlePairs;
  private final Graph graph;

  /**
   * Joins routers.
   *
   * @param grid of rings
   * @param gateways grid router of each attached router, all different
   * @param portName of the port between these
   * @param singlePairs whether rings of two have one link in each direction, between their ports of
   *     even number, and not two
   */
  public AttachedTorus(Grid grid, int[] gateways, String portName, boolean singlePairs) {
    this.grid = grid;
    this.gateways = gateways.clone();
    this.singlePairs = singlePairs;
    final List<Graph.Link> links = new ArrayList<>();
    for (int router = 0; router < grid.routers(); router++) {
      for (int axis = 0; axis < grid.axes(); axis++) {
        addLinks(router, axis, links);
      }
    }
    for (int i = 0; i < gateways.length; i++) {
      links.add(new Graph.Link(grid.routers() + i, grid.ports(), gateways[i], grid.ports()));
    }
    graph =
        new Graph(
            grid.routers() + gateways.length,
            Stream.concat(
                    IntStream.range(0, grid.ports()).mapToObj(grid::portName), Stream.of(portName))
                .toList(),
            links);
  }

  private void addLinks(int router, int axis, List<Graph.Link> links) {
    final int plus = 2 * axis;
    final int far = grid.neighbour(router, plus);
    if (far == NONE) {
      return;
    }
    if (!isSingle(axis)) {
      links.add(new Graph.Link(router, plus, far, plus + 1));
    } else if (router < far) {
      links.add(new Graph.Link(router, plus, far, plus));
    }
  }

  /** Returns the grid routers, without the attached ones. */
  public Grid grid() {
    return grid;
  }

  /** Returns whether an axis has one link in each direction between two routers. */
  public boolean isSingle(int axis) {
    return singlePairs && grid.extent(axis) == 2;
  }

  /** Returns the port to attached routers. */
  public int gatewayPort() {
    return grid.ports();
  }

  /** Returns a router of the grid itself, or the grid router of an attached one. */
  public int inGrid(int router) {
    return router < grid.routers() ? router : gateways[router - grid.routers()];
  }

  @Override
  public int routers() {
    return graph.routers();
  }

  @Override
  public int ports() {
    return graph.ports();
  }

  @Override
  public int neighbour(int router, int port) {
    return graph.neighbour(router, port);
  }

  @Override
  public int neighbourPort(int router, int port) {
    return graph.neighbourPort(router, port);
  }

  @Override
  public String portName(int port) {
    return graph.portName(port);
  }

  @Override
  public List<String> coordinateNames() {
    return grid.coordinateNames();
  }

  @Override
  public int coordinate(int router, int axis) {
    return grid.coordinate(inGrid(router), axis);
  }

  @Override
  public int extent(int axis) {
    return grid.extent(axis);
  }
}
