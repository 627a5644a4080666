package io.hopwright.models.topology;

import java.util.List;

/**
 * How a machine is drawn: where its routers stand, and how far the arrow of each link goes that
 * leaves one. If both ends of a link stand where a line can join them, its arrow ends in the middle
 * between them, where it meets that of the link back; else it is a short one, in the direction in
 * which the link leaves. Lengths are in steps from one router to the next, y grows downwards.
 * Immutable; safe for any thread.
 *
 * @param spots where routers stand, by their numbers
 * @param arrows where those of links end
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
   * A router.
   *
   * @param name what a user calls it, without its kind where that is clear
   * @param kind what it is; routers of a kind look alike
   * @param place where it is in the machine, in words
   * @param block what it stands in a frame with; empty for no frame
   * @param at where it stands
   */
  public record Spot(String name, String kind, String place, String block, Point at) {}

  /** Where the arrows of links end. */
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
