package io.hopwright.models.topology;

import java.util.List;

/**
 * Drawing of a machine: positions of its routers, and arrows of the links that leave them. If a
 * line can join both ends of a link, its arrow ends in the middle between them, where it meets the
 * arrow of the reverse link. Otherwise it is a short arrow in the direction in which the link
 * leaves. Lengths are in steps from one router to the next; y grows downwards. Immutable; safe for
 * any thread.
 *
 * @param spots positions of routers, by their numbers
 * @param arrows ends of the arrows of links
 */
public record Drawing(List<Spot> spots, Arrows arrows) {
  /** Length of the arrow of a link that no line can show, between routers a step apart. */
  static final double SHORT = 0.46;

  /** Copies the list. */
  public Drawing {
    spots = List.copyOf(spots);
  }

  /** A point of the drawing. */
  public record Point(double x, double y) {
    /** Returns the point in the middle between this one and another. */
    public Point middle(Point other) {
      return new Point((x + other.x) / 2, (y + other.y) / 2);
    }

    /** Returns this point, moved. */
    public Point plus(double right, double down) {
      return new Point(x + right, y + down);
    }

    /** Returns the point in a direction; 0 degrees lead to the right, 90 upwards. */
    public Point towards(double degrees, double length) {
      final double radians = Math.toRadians(degrees);
      return plus(length * Math.cos(radians), -length * Math.sin(radians));
    }
  }

  /**
   * Router in a drawing.
   *
   * @param name name used by users, without its kind where that is clear
   * @param kind kind of the router; routers of a kind look alike
   * @param place position in the machine, in words
   * @param block frame that encloses it; empty for no frame
   * @param at position in the drawing
   */
  public record Spot(String name, String kind, String place, String block, Point at) {}

  /** End points of the arrows of links. */
  @FunctionalInterface
  public interface Arrows {
    /** Returns where the arrow of the link ends that leaves {@code router} by {@code port}. */
    Point end(int router, int port);
  }

  /** Returns the middle between two routers. */
  public static Point middle(List<Spot> spots, int router, int other) {
    return spots.get(router).at().middle(spots.get(other).at());
  }
}
