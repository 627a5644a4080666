package io.hopwright.models.reference;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Nodes on the axes of a network.
 *
 * @param extents extents of x, y, z, …
 * @param fastest axes in the order in which coordinates form a node's number, the fastest running
 *     first
 */
public record ReferenceAxes(List<Integer> extents, List<Integer> fastest) {
  /** Returns axes in which the first coordinate runs fastest. */
  public static ReferenceAxes firstFastest(List<Integer> extents) {
    return new ReferenceAxes(extents, IntStream.range(0, extents.size()).boxed().toList());
  }

  /** Returns axes in which the last coordinate runs fastest. */
  public static ReferenceAxes lastFastest(List<Integer> extents) {
    final int last = extents.size() - 1;
    return new ReferenceAxes(
        extents, IntStream.rangeClosed(0, last).map(axis -> last - axis).boxed().toList());
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return extents.stream().reduce(1, Math::multiplyExact);
  }

  /** Returns the coordinates of a node. */
  public int[] coordinates(int node) {
    final int[] coordinates = new int[extents.size()];
    int rest = node;
    for (final int axis : fastest) {
      coordinates[axis] = rest % extents.get(axis);
      rest /= extents.get(axis);
    }
    return coordinates;
  }

  /** Returns the node with these coordinates. */
  public int node(int... coordinates) {
    int node = 0;
    int stride = 1;
    for (final int axis : fastest) {
      node += stride * coordinates[axis];
      stride *= extents.get(axis);
    }
    return node;
  }

  /** Returns the node {@code steps} steps further along an axis, which is a ring. */
  public int step(int node, int axis, int steps) {
    final int[] there = coordinates(node);
    there[axis] = Math.floorMod(there[axis] + steps, extents.get(axis));
    return node(there);
  }
}
