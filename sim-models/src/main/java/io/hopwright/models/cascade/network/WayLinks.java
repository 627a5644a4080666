package io.hopwright.models.cascade.network;

import io.hopwright.models.topology.Dragonfly;

/**
 * Number of links of each colour on the route of a packet. Computed from the route that its {@link
 * CascadeRouteWord} keeps until delivery.
 *
 * <pre>
 *  23  16 15   8 7    0
 * +------+------+------+
 * | blue |black |green |
 * +------+------+------+
 * </pre>
 *
 * <p>Immutable; safe for any thread.
 */
public record WayLinks(Dragonfly topology) {
  private static final int GREEN = 1;
  private static final int BLACK = 1 << 8;
  private static final int BLUE = 1 << 16;
  private static final int MASK = 255;

  public static int green(int links) {
    return links & MASK;
  }

  public static int black(int links) {
    return links >>> 8 & MASK;
  }

  public static int blue(int links) {
    return links >>> 16;
  }

  /** Returns the links of all colours. */
  public static int all(int links) {
    return green(links) + black(links) + blue(links);
  }

  /** Returns the links, packed, of a route from an Aries to its end. */
  public int of(int from, long route) {
    final int destination = CascadeRouteWord.destination(route);
    if (!CascadeRouteWord.nonMinimal(route)) {
      return leg(from, destination, CascadeRouteWord.exitDown(route));
    }
    final int root = CascadeRouteWord.root(route);
    return leg(from, root, CascadeRouteWord.exitUp(route))
        + leg(root, destination, CascadeRouteWord.exitDown(route));
  }

  /** Returns the links of the minimal way from an Aries to another that takes an exit. */
  private int leg(int from, int to, int exit) {
    final int group = topology.groupOf(from);
    if (topology.groupOf(to) == group) {
      return local(from, to);
    }
    final int gateway = topology.firstAries(group) + CascadeRouteWord.exitAries(exit);
    final int entry = topology.neighbour(gateway, Dragonfly.BLUE + CascadeRouteWord.exitPort(exit));
    return local(from, gateway) + BLUE + local(entry, to);
  }

  private int local(int from, int to) {
    return (topology.bladeOf(from) == topology.bladeOf(to) ? 0 : GREEN)
        + (topology.chassisOf(from) == topology.chassisOf(to) ? 0 : BLACK);
  }
}
