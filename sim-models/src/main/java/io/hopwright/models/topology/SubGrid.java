package io.hopwright.models.topology;

/**
 * Routers of a grid with equal values of some coordinates: all routers, those of a plane, or those
 * of a line.
 *
 * <p>Members are numbered like the routers themselves, the first axis running fastest, without the
 * fixed coordinates. Immutable; safe for any thread.
 */
public final class SubGrid {
  private final Grid grid;
  private final boolean[] free;
  private final int nodes;

  /** Creates the sub-grids in which the coordinates of the axes in {@code free} vary. */
  public SubGrid(Grid grid, boolean... free) {
    this.grid = grid;
    this.free = free.clone();
    int product = 1;
    for (int axis = 0; axis < grid.axes(); axis++) {
      product *= free[axis] ? grid.extent(axis) : 1;
    }
    nodes = product;
  }

  /** Returns the number of members. */
  public int nodes() {
    return nodes;
  }

  /** Returns whether the coordinate along {@code axis} varies. */
  public boolean varies(int axis) {
    return free[axis];
  }

  /** Returns the number of a router in its sub-grid. */
  public int member(int router) {
    if (nodes == grid.routers()) {
      return router;
    }
    int member = 0;
    for (int axis = free.length - 1; axis >= 0; axis--) {
      if (free[axis]) {
        member = member * grid.extent(axis) + grid.coordinate(router, axis);
      }
    }
    return member;
  }

  /** Returns member {@code member} of the sub-grid of {@code router}. */
  public int node(int router, int member) {
    if (nodes == grid.routers()) {
      return member;
    }
    int at = router;
    int rest = member;
    for (int axis = 0; axis < free.length; axis++) {
      if (free[axis]) {
        at = grid.withCoordinate(at, axis, rest % grid.extent(axis));
        rest /= grid.extent(axis);
      }
    }
    return at;
  }
}
