package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Drawing.Point;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Properties of every drawing. */
public final class Drawings {
  /**
   * Smallest distance between two routers; {@code CLEAR} is that between an arrow and another
   * router.
   */
  private static final double APART = 0.6;

  private static final double CLEAR = 0.24;
  private static final double EXACT = 1e-9;

  private Drawings() {}

  /**
   * Checks that nothing overlaps, and that both arrows of a link meet if they can.
   *
   * @return the number of links that are lines
   */
  public static int check(Topology topology, Drawing drawing) {
    final int routers = topology.routers();
    assertEquals(routers, drawing.spots().size());
    final Set<String> names = new HashSet<>();
    for (int router = 0; router < routers; router++) {
      final Point at = at(drawing, router);
      final String name = drawing.spots().get(router).name();
      assertTrue(names.add(name), name + " twice");
      for (int other = 0; other < router; other++) {
        final String both = "routers " + other + " and " + router;
        assertTrue(distance(at, at(drawing, other)) >= APART, both);
      }
    }
    int lines = 0;
    for (int router = 0; router < routers; router++) {
      final Map<Point, Integer> ends = new HashMap<>();
      for (int port = 0; port < topology.ports(); port++) {
        if (topology.neighbour(router, port) != Topology.NONE) {
          lines += checkLink(topology, drawing, router, port, ends) ? 1 : 0;
        }
      }
    }
    return lines;
  }

  private static boolean checkLink(
      Topology topology, Drawing drawing, int router, int port, Map<Point, Integer> ends) {
    final String which = "router " + router + ", port " + topology.portName(port);
    final int far = topology.neighbour(router, port);
    final Point end = drawing.arrows().end(router, port);
    final Point back = drawing.arrows().end(far, topology.neighbourPort(router, port));
    final Integer other = ends.put(end, far);
    assertTrue(other == null || other == far, which + " ends where that to " + other + " does");
    for (int each = 0; each < topology.routers(); each++) {
      if (each != router) {
        final double distance = fromSegment(at(drawing, each), at(drawing, router), end);
        assertTrue(distance >= CLEAR, which + " is " + distance + " from router " + each);
      }
    }
    final boolean line = distance(end, back) < EXACT;
    if (line) {
      assertEquals(
          distance(at(drawing, router), end), distance(at(drawing, far), end), EXACT, which);
    }
    return line;
  }

  private static Point at(Drawing drawing, int router) {
    return drawing.spots().get(router).at();
  }

  private static double distance(Point one, Point other) {
    return Math.hypot(one.x() - other.x(), one.y() - other.y());
  }

  private static double fromSegment(Point point, Point from, Point to) {
    final double right = to.x() - from.x();
    final double down = to.y() - from.y();
    final double along =
        ((point.x() - from.x()) * right + (point.y() - from.y()) * down)
            / (right * right + down * down);
    final double share = Math.max(0, Math.min(1, along));
    return distance(point, from.plus(share * right, share * down));
  }
}
