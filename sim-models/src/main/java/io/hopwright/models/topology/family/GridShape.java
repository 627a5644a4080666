package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.List;

/**
 * Grid of a torus, a mesh or a HyperX.
 *
 * @param grid coordinates of the routers
 * @param axes links between the routers of an axis
 * @param width parallel links of a pair of routers, by axis
 */
public record GridShape(Coordinates grid, Axes axes, List<Integer> width) {
  /** Links between the routers of an axis. */
  public enum Axes {
    /** The axis is a ring. */
    RING,
    /** As a line. */
    LINE,
    /** Each with each. */
    COMPLETE
  }

  /** Copies the list. */
  public GridShape {
    width = List.copyOf(width);
  }

  /**
   * Returns the number of links of the bisection if a formula gives it; {@link
   * NetworkDescription#NONE} otherwise. All routers must have equally many nodes.
   *
   * <p>The cut in the middle of one axis is the smallest if an all-to-all in dimension order does
   * not load any other link more.
   */
  public long bisection() {
    int best = 0;
    for (int axis = 1; axis < grid.axes(); axis++) {
      best = cutOf(axis) < cutOf(best) ? axis : best;
    }
    final boolean even = grid.extent(best) % 2 == 0;
    return even ? (long) cutOf(best) : NetworkDescription.NONE;
  }

  /** Returns the links across the middle of an axis, a fraction if its extent is odd. */
  private double cutOf(int axis) {
    final double lines = (double) grid.routers() / grid.extent(axis);
    return switch (axes) {
      case RING -> 2 * lines;
      case LINE -> lines;
      case COMPLETE -> lines * grid.extent(axis) * grid.extent(axis) / 4 * width.get(axis);
    };
  }
}
