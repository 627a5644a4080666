package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.DescriptionException;

/** Coordinates of routers in a grid; the first axis runs fastest. Immutable. */
public final class Coordinates {
  private static final String KINDS = "xyzuvw";

  private final int[] extents;
  private final int[] strides;
  private final int routers;

  /** Creates the coordinates of a grid; the product of the extents must be below 2^31. */
  public Coordinates(int... extents) {
    this.extents = extents.clone();
    strides = new int[extents.length];
    long product = 1;
    for (int axis = 0; axis < extents.length; axis++) {
      strides[axis] = (int) product;
      product *= extents[axis];
      if (product > Integer.MAX_VALUE) {
        throw new DescriptionException(
            "the product of the extents is above 2^31; use smaller extents");
      }
    }
    routers = (int) product;
  }

  /** Returns the number of axes. */
  public int axes() {
    return extents.length;
  }

  /** Returns the number of routers along an axis. */
  public int extent(int axis) {
    return extents[axis];
  }

  /** Returns the number of routers. */
  public int routers() {
    return routers;
  }

  /** Returns the coordinate of a router along an axis. */
  public int at(int router, int axis) {
    return router / strides[axis] % extents[axis];
  }

  /**
   * Returns the router with the coordinate {@code to} along an axis, and otherwise equal
   * coordinates.
   */
  public int with(int router, int axis, int to) {
    return router + (to - at(router, axis)) * strides[axis];
  }

  /** Returns the name of the links along an axis. */
  static String kind(int axis) {
    return KINDS.substring(axis, axis + 1);
  }
}
