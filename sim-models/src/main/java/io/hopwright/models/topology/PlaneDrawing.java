package io.hopwright.models.topology;

import io.hopwright.models.topology.Drawing.Point;
import io.hopwright.models.topology.Drawing.Spot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Drawing of a grid as planes side by side: the first axis to the right, the second upwards, and
 * one plane for each position on all other axes. Links between neighbours in a plane are lines;
 * links around its ends, and to other planes, are short arrows. A single ring is drawn as a circle.
 */
public final class PlaneDrawing {
  /** Between planes, beside the step from one router to the next. */
  private static final double GAP = 1.3;

  /** Most of width over height. */
  private static final double MOST_WIDE = 2.2;

  /** Offset of an attached router from its own router, to the right and downwards. */
  private static final double BESIDE = 0.46;

  /** A little more than a step, and less than any distance between planes. */
  private static final double STEP = 1.1;

  /** Axes that are drawn. */
  private static final int IN_PLANE = 2;

  /** Directions in which links in the direction + of each axis leave if they are not lines. */
  private static final double[] DEGREES = {0, 90, 45, 135, 22, 112};

  /**
   * The same by port of a {@link Tofu6D}, in whose planes lines may lie on both sides of a short
   * arrow.
   */
  private static final double[] FOLDED_DEGREES = {20, 200, 70, 250, 45, 225, 160, 135, 315, 110};

  private static final double BACK = 180;

  private final Grid grid;
  private final String prefix;
  private final int width;
  private final int height;
  private final int across;

  /**
   * Arranges planes.
   *
   * @param prefix of names of axes
   */
  private PlaneDrawing(Grid grid, String prefix) {
    this.grid = grid;
    this.prefix = prefix;
    width = grid.extent(0);
    height = grid.axes() > 1 ? grid.extent(1) : 1;
    final int planes = grid.routers() / (width * height);
    int widest = 1;
    for (int each = 1; each <= planes; each++) {
      final int down = (planes + each - 1) / each;
      if (each * (width + GAP) <= MOST_WIDE * down * (height + GAP)) {
        widest = each;
      }
    }
    across = widest;
  }

  /** Returns the drawing of a grid, whose routers are all of a kind. */
  public static Drawing of(Grid grid, String kind) {
    if (isRing(grid)) {
      return CircleDrawing.of(grid, kind, router -> place(grid, router));
    }
    final PlaneDrawing planes = new PlaneDrawing(grid, "");
    final List<Spot> spots =
        IntStream.range(0, grid.routers())
            .mapToObj(router -> planes.spot(router, router, kind, place(grid, router)))
            .toList();
    return new Drawing(spots, (router, port) -> end(grid, spots, router, port));
  }

  /**
   * Returns the drawing of a torus and the routers attached to it.
   *
   * @param kind kind of the routers of the torus
   * @param attached kind of the others
   */
  public static Drawing of(AttachedTorus torus, String kind, String attached) {
    final PlaneDrawing planes = new PlaneDrawing(torus.grid(), "");
    final List<Spot> spots = new ArrayList<>();
    for (int router = 0; router < torus.routers(); router++) {
      final int inGrid = torus.inGrid(router);
      final Spot spot = planes.spot(router, inGrid, kind, place(torus, router));
      spots.add(
          router == inGrid
              ? spot
              : new Spot(
                  spot.name(),
                  attached,
                  "on " + kind + " " + inGrid,
                  spot.block(),
                  spot.at().plus(BESIDE, BESIDE)));
    }
    return new Drawing(
        spots,
        (router, port) ->
            port == torus.gatewayPort()
                ? Drawing.middle(spots, router, torus.neighbour(router, port))
                : end(torus, spots, router, port));
  }

  /** Returns the drawing of a six-dimensional mesh or torus, folded into three rings. */
  public static Drawing of(Tofu6D machine, String kind) {
    final VirtualTorus torus = new VirtualTorus(machine);
    final PlaneDrawing planes = new PlaneDrawing(torus.torus(), "v");
    final List<Spot> spots =
        IntStream.range(0, machine.routers())
            .mapToObj(
                router -> planes.spot(router, torus.point(router), kind, place(machine, router)))
            .toList();
    return new Drawing(
        spots,
        (router, port) -> {
          final int far = machine.neighbour(router, port);
          return areSideBySide(spots, router, far)
              ? Drawing.middle(spots, router, far)
              : spots.get(router).at().towards(FOLDED_DEGREES[port], Drawing.SHORT);
        });
  }

  private static boolean isRing(Grid grid) {
    final int[] longer =
        IntStream.range(0, grid.axes()).filter(axis -> grid.extent(axis) > 1).toArray();
    return longer.length == 1 && grid.routers() > 2 && grid.links(longer[0]) == 2L * grid.routers();
  }

  private static String place(Topology topology, int router) {
    return IntStream.range(0, topology.coordinateNames().size())
        .mapToObj(
            axis ->
                topology.coordinateNames().get(axis) + " = " + topology.coordinate(router, axis))
        .collect(Collectors.joining(", "));
  }

  private Spot spot(int router, int point, String kind, String place) {
    return new Spot(Integer.toString(router), kind, place, block(point), at(point));
  }

  /** Planes lie from left to right, and lines of them from top to bottom. */
  private Point at(int point) {
    final int plane = point / (width * height);
    final int inPlane = point % (width * height);
    final int row = inPlane / width;
    final int down = plane / across;
    return new Point(
        plane % across * (width + GAP) + inPlane % width, down * (height + GAP) + height - 1 - row);
  }

  private String block(int point) {
    return grid.routers() == width * height
        ? ""
        : IntStream.range(IN_PLANE, grid.axes())
            .filter(axis -> grid.extent(axis) > 1)
            .mapToObj(
                axis ->
                    prefix
                        + grid.coordinateNames().get(axis)
                        + " = "
                        + grid.coordinate(point, axis))
            .collect(Collectors.joining(", "));
  }

  /** Ports of grids come in pairs; of two links between the same two routers one is a line. */
  private static Point end(Topology topology, List<Spot> spots, int router, int port) {
    final int far = topology.neighbour(router, port);
    final int axis = port / 2;
    final boolean plus = port % 2 == 0;
    final boolean ahead = topology.coordinate(far, axis) > topology.coordinate(router, axis);
    final boolean single = topology.neighbour(router, port ^ 1) != far;
    if (areSideBySide(spots, router, far) && (single || ahead == plus)) {
      return Drawing.middle(spots, router, far);
    }
    return spots.get(router).at().towards(DEGREES[axis] + (plus ? 0 : BACK), Drawing.SHORT);
  }

  private static boolean areSideBySide(List<Spot> spots, int router, int far) {
    final Point from = spots.get(router).at();
    final Point to = spots.get(far).at();
    return Math.hypot(from.x() - to.x(), from.y() - to.y()) < STEP;
  }
}
