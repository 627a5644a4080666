package io.hopwright.models.topology;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Routers at the points of a grid of any number of axes, each a ring or a line.
 *
 * <p>Routers are numbered with the first axis running fastest. Ports 2a and 2a + 1 lead in the
 * directions + and − of axis a; port p has its link to port p ^ 1. An axis of extent 1 and the ends
 * of a line have no links; in a ring of 2 both directions lead to the same neighbour, over two
 * separate links. Immutable; safe for any thread.
 */
public class Grid implements Topology {
  private final List<String> names;
  private final int routers;
  private final int[] extent;
  private final int[] stride;
  private final boolean[] ring;

  /** {@code ⌈2⁶² / n⌉} of each stride and extent: exact quotients without a division. */
  private final long[] perStride;

  private final long[] perExtent;

  /**
   * Axis of a grid.
   *
   * @param name name of the coordinate
   * @param extent number of routers along it, positive
   * @param ring whether the last router is joined with the first
   */
  public record Axis(String name, int extent, boolean ring) {
    /** Returns an axis with links around its ends. */
    public static Axis ring(String name, int extent) {
      return new Axis(name, extent, true);
    }

    /** Returns an axis without links around its ends. */
    public static Axis line(String name, int extent) {
      return new Axis(name, extent, false);
    }
  }

  /** Creates a grid; all extents positive, their product below 2³¹. */
  public Grid(Axis... axes) {
    names = Arrays.stream(axes).map(Axis::name).toList();
    extent = Arrays.stream(axes).mapToInt(Axis::extent).toArray();
    stride = new int[axes.length];
    ring = new boolean[axes.length];
    perStride = new long[axes.length];
    perExtent = new long[axes.length];
    long product = 1;
    for (int axis = 0; axis < axes.length; axis++) {
      if (extent[axis] < 1 || product * extent[axis] > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("grid of " + this + ": 1 to 2^31 - 1 routers fit");
      }
      stride[axis] = (int) product;
      ring[axis] = axes[axis].ring();
      perStride[axis] = reciprocal(stride[axis]);
      perExtent[axis] = reciprocal(extent[axis]);
      product *= extent[axis];
    }
    routers = (int) product;
  }

  private static long reciprocal(int divisor) {
    return ((1L << 62) + divisor - 1) / divisor;
  }

  private static int quotient(int dividend, long reciprocal) {
    return (int) Math.multiplyHigh((long) dividend << 2, reciprocal);
  }

  @Override
  public final int routers() {
    return routers;
  }

  /** Returns the number of axes. */
  public final int axes() {
    return extent.length;
  }

  @Override
  public final int ports() {
    return 2 * extent.length;
  }

  @Override
  public final List<String> coordinateNames() {
    return names;
  }

  @Override
  public final String portName(int port) {
    return names.get(port >>> 1) + ((port & 1) == 0 ? '+' : '-');
  }

  @Override
  public final int extent(int axis) {
    return extent[axis];
  }

  @Override
  public final int coordinate(int router, int axis) {
    final int line = quotient(router, perStride[axis]);
    return line - extent[axis] * quotient(line, perExtent[axis]);
  }

  /**
   * Returns the router that has the coordinate {@code to} along an axis, and otherwise the
   * coordinates of another one.
   */
  public final int withCoordinate(int router, int axis, int to) {
    return router + (to - coordinate(router, axis)) * stride[axis];
  }

  @Override
  public final int neighbour(int router, int port) {
    final int axis = port >>> 1;
    final int last = extent[axis] - 1;
    final int from = coordinate(router, axis);
    final boolean plus = (port & 1) == 0;
    if (from != (plus ? last : 0)) {
      return plus ? router + stride[axis] : router - stride[axis];
    }
    return ring[axis] && last > 0 ? router + (last - 2 * from) * stride[axis] : NONE;
  }

  @Override
  public final int neighbourPort(int router, int port) {
    return neighbour(router, port) == NONE ? NONE : port ^ 1;
  }

  /** Returns whether the last router along an axis is joined with the first. */
  public final boolean isRing(int axis) {
    return ring[axis];
  }

  /** Returns the number of unidirectional links along an axis. */
  public final long links(int axis) {
    final int k = extent[axis];
    return k == 1 ? 0 : 2L * (ring[axis] ? routers : routers - routers / k);
  }

  /** Returns the number of unidirectional links. */
  public final long links() {
    return IntStream.range(0, extent.length).mapToLong(this::links).sum();
  }

  /** Returns {@code (to − from) mod k} along a ring: the hops in + direction. */
  public final int offset(int from, int to, int axis) {
    final int delta = coordinate(to, axis) - coordinate(from, axis);
    return delta < 0 ? delta + extent[axis] : delta;
  }

  /** Returns the hops from one router of a ring to another in the direction of {@code port}. */
  public final int hopsThrough(int from, int to, int port) {
    return (port & 1) == 0 ? offset(from, to, port >>> 1) : offset(to, from, port >>> 1);
  }

  /** Returns whether two routers have equal coordinates except along {@code axis}. */
  public final boolean straight(int from, int to, int axis) {
    return withCoordinate(from, axis, coordinate(to, axis)) == to;
  }

  /** Returns the minimal number of hops. */
  public final int distance(int from, int to) {
    int hops = 0;
    for (int axis = 0; axis < extent.length; axis++) {
      final int delta = Math.abs(coordinate(to, axis) - coordinate(from, axis));
      hops += ring[axis] ? Math.min(delta, extent[axis] - delta) : delta;
    }
    return hops;
  }

  /** Returns the largest {@link #distance}. */
  public final int diameter() {
    return IntStream.range(0, extent.length)
        .map(axis -> ring[axis] ? extent[axis] / 2 : extent[axis] - 1)
        .sum();
  }

  @Override
  public final String toString() {
    return IntStream.of(extent).mapToObj(Integer::toString).collect(Collectors.joining("x"));
  }
}
