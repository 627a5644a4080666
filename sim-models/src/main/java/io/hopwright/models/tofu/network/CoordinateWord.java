package io.hopwright.models.tofu.network;

import io.hopwright.models.topology.Tofu6D;

/**
 * Layout of a node's coordinates, one {@code int}.
 *
 * <pre>
 *  18   14 13    9 8     4 3            0
 * +-------+-------+-------+--------------+
 * |   x   |   y   |   z   | (a·3 + b)·2+c|
 * +-------+-------+-------+--------------+
 * </pre>
 */
public final class CoordinateWord {
  /** Number of bits. */
  static final int BITS = 19;

  /** Largest extent of x, y and z. */
  public static final int MAX_EXTENT = 32;

  private static final int INNER_BITS = 4;
  private static final int OUTER_BITS = 5;
  private static final int X_SHIFT = INNER_BITS + 2 * OUTER_BITS;

  private CoordinateWord() {}

  /** Returns the place of a node. */
  public static int of(Tofu6D machine, int node) {
    int place = 0;
    for (int axis = 0; axis < Tofu6D.OUTER_AXES; axis++) {
      place = place << OUTER_BITS | machine.coordinate(node, axis);
    }
    return place << INNER_BITS | node % Tofu6D.GROUP;
  }

  /** Returns x, y or z. */
  static int outer(int place, int axis) {
    return place >>> (X_SHIFT - OUTER_BITS * axis) & MAX_EXTENT - 1;
  }

  /** Returns the number among the twelve with the same x, y and z. */
  static int inner(int place) {
    return place & (1 << INNER_BITS) - 1;
  }
}
