package io.hopwright.models.tofu.network;

import io.hopwright.models.topology.Tofu6D;

/**
 * Layout of a node's coordinates, one {@code int}.
 *
 * <pre>
 *         y+z+4 y+z+3  z+4 z+3     4 3            0
 * +------------+----------+---------+--------------+
 * |     x      |    y     |    z    | (a·3 + b)·2+c|
 * +------------+----------+---------+--------------+
 * </pre>
 *
 * <p>The coordinates y and z have as many bits y and z as their axes need. Immutable; safe for any
 * thread.
 */
final class CoordinateWord {
  /** Largest extent of x, y and z. */
  static final int MAX_EXTENT = 128;

  /** First bit of z. */
  static final int Z_SHIFT = 4;

  private final Tofu6D machine;
  private final int yShift;
  private final int xShift;

  CoordinateWord(Tofu6D machine) {
    this.machine = machine;
    yShift = Z_SHIFT + axisBits(machine, 2);
    xShift = yShift + axisBits(machine, 1);
  }

  /** Returns the bits of x, y or z. */
  static int axisBits(Tofu6D machine, int axis) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(machine.extent(axis) - 1);
  }

  /** Returns the number of bits. */
  int bits() {
    return xShift + axisBits(machine, 0);
  }

  /** Returns the first bit of y. */
  int yShift() {
    return yShift;
  }

  /** Returns the first bit of x. */
  int xShift() {
    return xShift;
  }

  /** Returns the place of a node. */
  int of(int node) {
    return machine.coordinate(node, 0) << xShift
        | machine.coordinate(node, 1) << yShift
        | machine.coordinate(node, 2) << Z_SHIFT
        | node % Tofu6D.GROUP;
  }

  /** Returns the number among the twelve with the same x, y and z. */
  static int inner(int place) {
    return place & (1 << Z_SHIFT) - 1;
  }
}
