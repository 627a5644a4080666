package io.hopwright.models.topology;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Box of routers at the origin of a grid. Members are numbered with the first axis running fastest.
 * Immutable; safe for any thread.
 */
public final class HotBox {
  /** In place of a member: the router is outside. */
  public static final int OUTSIDE = -1;

  private final Grid grid;
  private final int[] axes;
  private final int[] extents;
  private final int nodes;

  /** Creates a box with one extent for each axis, from 1 to the grid's own. */
  public HotBox(Grid grid, int... extents) {
    this(grid, IntStream.range(0, extents.length).toArray(), extents);
  }

  /**
   * Creates a box with its own order of axes.
   *
   * @param axes of the grid, in the order of the box; the first runs fastest
   * @param extents one for each of these, from 1 to the grid's own
   */
  public HotBox(Grid grid, int[] axes, int[] extents) {
    this.grid = grid;
    this.axes = axes.clone();
    this.extents = extents.clone();
    nodes = Arrays.stream(extents).reduce(1, (a, b) -> a * b);
  }

  /** Returns the number of routers in the box. */
  public int nodes() {
    return nodes;
  }

  /** Returns the number of routers along an axis. */
  public int extent(int axis) {
    return extents[axis];
  }

  /** Returns the number of a router in the box, {@link #OUTSIDE} for other routers. */
  public int member(int router) {
    int member = 0;
    for (int axis = extents.length - 1; axis >= 0; axis--) {
      final int at = grid.coordinate(router, axes[axis]);
      if (at >= extents[axis]) {
        return OUTSIDE;
      }
      member = member * extents[axis] + at;
    }
    return member;
  }

  /** Returns the part of the network that contains a link, as a word. */
  public String partOf(int from, int to) {
    if (contains(from) == contains(to)) {
      return contains(from) ? "inside" : "outside";
    }
    return contains(to) ? "entering" : "leaving";
  }

  /** Returns whether a router is in the box. */
  public boolean contains(int router) {
    return member(router) != OUTSIDE;
  }

  /** Returns whether the link of a port leads into the box from outside. */
  public boolean enteredBy(int router, int port) {
    final int to = grid.neighbour(router, port);
    return to != Topology.NONE && !contains(router) && contains(to);
  }

  /** Returns a member of the box. */
  public int node(int member) {
    int router = 0;
    int rest = member;
    for (int axis = 0; axis < extents.length; axis++) {
      router = grid.withCoordinate(router, axes[axis], rest % extents[axis]);
      rest /= extents[axis];
    }
    return router;
  }

  @Override
  public String toString() {
    return Arrays.toString(extents) + " of " + grid;
  }
}
