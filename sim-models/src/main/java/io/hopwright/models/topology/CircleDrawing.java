package io.hopwright.models.topology;

import io.hopwright.models.topology.Drawing.Point;
import io.hopwright.models.topology.Drawing.Spot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Drawing of routers on a circle, or on one circle per block, clockwise from the top in the order
 * of their numbers. Links within a circle are lines; links to other circles are short arrows
 * outwards, side by side.
 */
public final class CircleDrawing {
  /** Between circles. */
  private static final double GAP = 3;

  /** Largest number of circles in a row. */
  private static final int MOST_IN_ROW = 3;

  /**
   * Distance by which a link inside a circle bends further inwards for each step between its ends.
   */
  private static final double BEND = 0.4;

  /**
   * Largest bend, as a share of the distance to the middle of the circle and of its radius past it.
   */
  private static final double MOST_BEND = 0.5;

  private static final double BESIDE = 0.2;

  /** Short arrows of a router lie within so many degrees. */
  private static final double SPREAD = 110;

  private static final double TOP = 90;
  private static final double WHOLE = 360;

  private CircleDrawing() {}

  /**
   * Returns the drawing of routers on one circle.
   *
   * @param kind of all routers
   * @param place location of a router as text
   */
  public static Drawing of(Topology topology, String kind, IntFunction<String> place) {
    return of(topology, kind, place, router -> 0, block -> "");
  }

  /**
   * Returns the drawing of routers with one circle for each block.
   *
   * @param kind of all routers
   * @param place location of a router as text
   * @param blockOf block of each router, from 0 on, which grows with its number
   * @param name of a block; empty for no frame
   */
  public static Drawing of(
      Topology topology,
      String kind,
      IntFunction<String> place,
      IntUnaryOperator blockOf,
      IntFunction<String> name) {
    final int routers = topology.routers();
    final int[] blocks = new int[routers];
    Arrays.setAll(blocks, blockOf);
    final int[] sizes = new int[blocks[routers - 1] + 1];
    final int[] turns = new int[routers];
    for (int router = 0; router < routers; router++) {
      turns[router] = sizes[blocks[router]]++;
    }
    final double widest = radius(Arrays.stream(sizes).max().orElse(1));
    final int across =
        sizes.length <= MOST_IN_ROW ? sizes.length : (int) Math.ceil(Math.sqrt(sizes.length));
    final double[] degrees = new double[routers];
    final List<Spot> spots = new ArrayList<>();
    for (int router = 0; router < routers; router++) {
      final int block = blocks[router];
      degrees[router] = TOP - WHOLE * turns[router] / sizes[block];
      final double radius = radius(sizes[block]);
      final int down = block / across;
      final Point centre =
          new Point(block % across * (2 * widest + GAP), down * (2 * widest + GAP));
      spots.add(
          new Spot(
              Integer.toString(router),
              kind,
              place.apply(router),
              name.apply(block),
              centre.towards(degrees[router], radius)));
    }
    return new Drawing(
        spots,
        (router, port) -> {
          final int far = topology.neighbour(router, port);
          return blocks[router] == blocks[far]
              ? meeting(spots, degrees, router, far)
              : spots
                  .get(router)
                  .at()
                  .towards(degrees[router] + spread(topology, blocks, router, port), Drawing.SHORT);
        });
  }

  /** Neighbours on a circle are a step from each other. */
  private static double radius(int routers) {
    return routers == 1 ? 0 : 1 / (2 * Math.sin(Math.PI / Math.max(3, routers)));
  }

  /**
   * Returns where the arrows of a link meet: the further inside the more routers are between its
   * ends, so that it passes none of them, and beside the middle of the circle.
   */
  private static Point meeting(List<Spot> spots, double[] degrees, int router, int far) {
    final int first = Math.min(router, far);
    final int second = Math.max(router, far);
    final double apart = degrees[first] - degrees[second];
    final double half = Math.toRadians(Math.min(apart, WHOLE - apart) / 2);
    final Point from = spots.get(first).at();
    final Point to = spots.get(second).at();
    final double length = Math.hypot(from.x() - to.x(), from.y() - to.y());
    final double radius = length / (2 * Math.sin(half));
    final double inside =
        Math.min(
            BEND * Math.max(0, 2 * half * radius - 1),
            radius * (MOST_BEND * Math.cos(half) + BESIDE));
    final double share = (apart < WHOLE / 2 ? inside : -inside) / length;
    return from.middle(to).plus(share * (from.y() - to.y()), share * (to.x() - from.x()));
  }

  /** Returns the degrees by which a short arrow lies beside the direction outwards. */
  private static double spread(Topology topology, int[] blocks, int router, int port) {
    int before = 0;
    int all = 0;
    for (int each = 0; each < topology.ports(router); each++) {
      final int far = topology.neighbour(router, each);
      if (far != Topology.NONE && blocks[far] != blocks[router]) {
        before += each < port ? 1 : 0;
        all++;
      }
    }
    return all == 1 ? 0 : SPREAD * (0.5 - before / (all - 1.0));
  }
}
