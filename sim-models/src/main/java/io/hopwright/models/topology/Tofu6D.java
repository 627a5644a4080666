package io.hopwright.models.topology;

import java.util.List;

/**
 * Six-dimensional mesh or torus of the Tofu interconnects ({@code docs/models/tofu.md}, "Machine"):
 * X × Y × Z groups of 12 nodes, each a line of 2, a ring of 3 and a line of 2.
 *
 * <p>Node {@code ((((x·Y + y)·Z + z)·2 + a)·3 + b)·2 + c}. Ports 0…9 lead in the directions x+, x−,
 * y+, y−, z+, z−, a, b+, b−, c. Immutable; safe for any thread.
 */
public final class Tofu6D implements Topology {
  /** Number of ports of a node. */
  public static final int PORTS = 10;

  /** The port along a. */
  public static final int A = 6;

  /** The port to the next higher b. */
  public static final int B_PLUS = 7;

  /** The port to the next lower b. */
  public static final int B_MINUS = 8;

  /** The port along c. */
  public static final int C = 9;

  /** Axes whose extents are chosen: x, y, z. */
  public static final int OUTER_AXES = 3;

  /** Names of all axes. */
  public static final List<String> AXES = List.of("x", "y", "z", "a", "b", "c");

  /** Nodes with the same x, y and z. */
  public static final int GROUP = 12;

  /** Names of the ports. */
  public static final List<String> PORT_NAMES =
      List.of("x+", "x-", "y+", "y-", "z+", "z-", "a", "b+", "b-", "c");

  private static final int[] AXIS_OF_PORT = {0, 0, 1, 1, 2, 2, 3, 4, 4, 5};
  private static final int[] OPPOSITE = {1, 0, 3, 2, 5, 4, A, B_MINUS, B_PLUS, C};

  /** The same points with c running fastest; ports of its own. */
  private final Grid grid;

  private final boolean[] ring;

  /**
   * Creates a machine of {@code shape[0] × shape[1] × shape[2]} groups.
   *
   * @param shape extents of x, y and z, positive
   * @param ring which of x, y and z are rings, with an extent of 3 or more
   */
  public Tofu6D(int[] shape, boolean[] ring) {
    this.ring = new boolean[] {ring[0], ring[1], ring[2], false, true, false};
    grid =
        new Grid(
            Grid.Axis.line("c", 2),
            Grid.Axis.ring("b", 3),
            Grid.Axis.line("a", 2),
            new Grid.Axis("z", shape[2], ring[2]),
            new Grid.Axis("y", shape[1], ring[1]),
            new Grid.Axis("x", shape[0], ring[0]));
    for (int axis = 0; axis < OUTER_AXES; axis++) {
      if (ring[axis] && shape[axis] < 3) {
        throw new IllegalArgumentException("ring of " + shape[axis] + " along " + AXES.get(axis));
      }
    }
  }

  /** Returns the grid of points; its routers have the numbers of the nodes. */
  public Grid grid() {
    return grid;
  }

  @Override
  public int routers() {
    return grid.routers();
  }

  @Override
  public int ports() {
    return PORTS;
  }

  /** Returns the axis of a port. */
  public static int axisOfPort(int port) {
    return AXIS_OF_PORT[port];
  }

  @Override
  public int neighbour(int router, int port) {
    final int axis = AXES.size() - 1 - AXIS_OF_PORT[port];
    return grid.neighbour(router, 2 * axis + (leadsUp(router, port) ? 0 : 1));
  }

  private boolean leadsUp(int router, int port) {
    return switch (port) {
      case A, C -> coordinate(router, AXIS_OF_PORT[port]) == 0;
      case B_PLUS -> true;
      case B_MINUS -> false;
      default -> (port & 1) == 0;
    };
  }

  @Override
  public int neighbourPort(int router, int port) {
    return neighbour(router, port) == NONE ? NONE : OPPOSITE[port];
  }

  @Override
  public String portName(int port) {
    return PORT_NAMES.get(port);
  }

  @Override
  public List<String> coordinateNames() {
    return AXES;
  }

  @Override
  public int coordinate(int router, int axis) {
    return grid.coordinate(router, AXES.size() - 1 - axis);
  }

  @Override
  public int extent(int axis) {
    return grid.extent(AXES.size() - 1 - axis);
  }

  /** Returns whether an axis is a ring. */
  public boolean isRing(int axis) {
    return ring[axis];
  }

  /** Returns the number of unidirectional links along an axis. */
  public long links(int axis) {
    return grid.links(AXES.size() - 1 - axis);
  }

  /** Returns the node at some coordinates, each within its extent. */
  public int node(int... coordinates) {
    int node = 0;
    for (int axis = 0; axis < AXES.size(); axis++) {
      node = node * extent(axis) + coordinates[axis];
    }
    return node;
  }

  /** Returns all coordinates of a node. */
  public int[] coordinates(int node) {
    final int[] coordinates = new int[AXES.size()];
    for (int axis = 0; axis < coordinates.length; axis++) {
      coordinates[axis] = coordinate(node, axis);
    }
    return coordinates;
  }

  /** Returns the largest number of links between two coordinates of an axis. */
  public int longest(int axis) {
    return isRing(axis) ? extent(axis) / 2 : extent(axis) - 1;
  }
}
