package io.hopwright.models.cascade;

import io.hopwright.models.topology.Dragonfly;

/**
 * How many links of each colour the way of a packet has, from the choice that its {@link RouteWord}
 * keeps until it is delivered.
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
record WayLinks(Dragonfly topology) {
  private static final int GREEN = 1;
  private static final int BLACK = 1 << 8;
  private static final int BLUE = 1 << 16;
  private static final int MASK = 255;

  static int green(int links) {
    return links & MASK;
  }

  static int black(int links) {
    return links >>> 8 & MASK;
  }

  static int blue(int links) {
    return links >>> 16;
  }

  /** Returns the links of all colours. */
  static int all(int links) {
    return green(links) + black(links) + blue(links);
  }

  /** Returns the links, packed, of a route from an Aries to its end. */
  int of(int from, long route) {
    final int destination = RouteWord.destination(route);
    if (!RouteWord.nonMinimal(route)) {
      return leg(from, destination, RouteWord.exitDown(route));
    }
    final int root = RouteWord.root(route);
    return leg(from, root, RouteWord.exitUp(route))
        + leg(root, destination, RouteWord.exitDown(route));
  }

  /** Returns the links of the minimal way from an Aries to another that takes an exit. */
  private int leg(int from, int to, int exit) {
    final int group = topology.groupOf(from);
    if (topology.groupOf(to) == group) {
      return local(from, to);
    }
    final int gateway = topology.firstAries(group) + RouteWord.exitAries(exit);
    final int entry = topology.neighbour(gateway, Dragonfly.BLUE + RouteWord.exitPort(exit));
    return local(from, gateway) + BLUE + local(entry, to);
  }

  private int local(int from, int to) {
    return (topology.bladeOf(from) == topology.bladeOf(to) ? 0 : GREEN)
        + (topology.chassisOf(from) == topology.chassisOf(to) ? 0 : BLACK);
  }
}
