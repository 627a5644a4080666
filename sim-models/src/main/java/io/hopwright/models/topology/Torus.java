package io.hopwright.models.topology;

import java.util.function.IntPredicate;

/**
 * A three-dimensional torus of {@code kx × ky × kz} nodes.
 *
 * <p>Node {@code n = x + kx·(y + ky·z)}. Ports 0…5 lead in the directions x+, x−, y+, y−, z+, z−. A
 * dimension of 1 has no links; in a dimension of 2 both directions lead to the same neighbour, over
 * two separate links. Immutable; safe for any thread.
 */
public final class Torus {
  /** Number of dimensions. */
  public static final int DIMENSIONS = 3;

  /** Number of ports of a node. */
  public static final int PORTS = 2 * DIMENSIONS;

  private static final String[] PORT_NAMES = {"x+", "x-", "y+", "y-", "z+", "z-"};

  private final int[] extent;
  private final int[] stride;

  /** {@code ⌈2⁶² / n⌉} of each stride and extent: exact quotients without a division. */
  private final long[] perStride = new long[DIMENSIONS];

  private final long[] perExtent = new long[DIMENSIONS];

  /** Creates a torus; all extents positive, their product below 2³¹. */
  public Torus(int kx, int ky, int kz) {
    if (kx < 1 || ky < 1 || kz < 1 || (long) kx * ky > Integer.MAX_VALUE / kz) {
      throw new IllegalArgumentException("torus " + kx + "x" + ky + "x" + kz);
    }
    extent = new int[] {kx, ky, kz};
    stride = new int[] {1, kx, kx * ky};
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
      perStride[dimension] = reciprocal(stride[dimension]);
      perExtent[dimension] = reciprocal(extent[dimension]);
    }
  }

  private static long reciprocal(int divisor) {
    return ((1L << 62) + divisor - 1) / divisor;
  }

  private static int quotient(int dividend, long reciprocal) {
    return (int) Math.multiplyHigh((long) dividend << 2, reciprocal);
  }

  /** Returns the name of a port, such as {@code x+}. */
  public static String portName(int port) {
    return PORT_NAMES[port];
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return stride[2] * extent[2];
  }

  /** Returns the number of nodes along {@code dimension}. */
  public int extent(int dimension) {
    return extent[dimension];
  }

  /** Returns a node's coordinate in {@code dimension}. */
  public int coordinate(int node, int dimension) {
    final int line = quotient(node, perStride[dimension]);
    return line - extent[dimension] * quotient(line, perExtent[dimension]);
  }

  /** Returns the node at the given coordinates, each within its extent. */
  public int node(int x, int y, int z) {
    return x + y * stride[1] + z * stride[2];
  }

  /** Returns the node a port leads to; a dimension of 1 leads back. */
  public int neighbour(int node, int port) {
    final int dimension = port >>> 1;
    final int k = extent[dimension];
    final int from = coordinate(node, dimension);
    final int to = (port & 1) == 0 ? (from + 1 == k ? 0 : from + 1) : (from == 0 ? k : from) - 1;
    return node + (to - from) * stride[dimension];
  }

  /** Tells whether the link of a port leads from outside a set of nodes into it. */
  public boolean enters(int node, int port, IntPredicate inside) {
    return hasLink(port) && !inside.test(node) && inside.test(neighbour(node, port));
  }

  /** Tells whether a port has a link. */
  public boolean hasLink(int port) {
    return extent[port >>> 1] > 1;
  }

  /** Returns the number of unidirectional links of one dimension. */
  public long links(int dimension) {
    return extent[dimension] > 1 ? 2L * nodes() : 0;
  }

  /** Returns the number of unidirectional links. */
  public long links() {
    return links(0) + links(1) + links(2);
  }

  /** Returns {@code (to − from) mod k} in {@code dimension}: the hops if all go in + direction. */
  public int offset(int from, int to, int dimension) {
    final int delta = coordinate(to, dimension) - coordinate(from, dimension);
    return delta < 0 ? delta + extent[dimension] : delta;
  }

  /** Returns the hops from one node of a ring to another if all go through {@code port}. */
  public int hopsThrough(int from, int to, int port) {
    return (port & 1) == 0 ? offset(from, to, port >>> 1) : offset(to, from, port >>> 1);
  }

  /** Tells whether two nodes differ in no other coordinate than that of {@code dimension}. */
  public boolean straight(int from, int to, int dimension) {
    return from - to
        == (coordinate(from, dimension) - coordinate(to, dimension)) * stride[dimension];
  }

  /** Returns the minimal number of hops. */
  public int distance(int from, int to) {
    int hops = 0;
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
      final int offset = offset(from, to, dimension);
      hops += Math.min(offset, extent[dimension] - offset);
    }
    return hops;
  }

  /** Returns the largest {@link #distance}. */
  public int diameter() {
    return extent[0] / 2 + extent[1] / 2 + extent[2] / 2;
  }

  @Override
  public String toString() {
    return extent[0] + "x" + extent[1] + "x" + extent[2];
  }
}
