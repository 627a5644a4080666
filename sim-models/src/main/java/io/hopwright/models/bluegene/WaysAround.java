package io.hopwright.models.bluegene;

import io.hopwright.models.topology.Torus;
import java.util.Arrays;

/**
 * Hint bits that lead packets around dead nodes and links: of all settings, the long way round a
 * ring included, those with the fewest hops. Source: Blumrich et al. 2003, section 2: software sets
 * them so that such nodes are avoided.
 *
 * <p>A setting is a set of dimensions, bit 0 for x, in which a packet goes in − direction. A pair
 * of nodes has one if the way in the order of the dimensions has; its corners are the same whatever
 * the bits, so that a dead node at one of them leaves the pair without. Time: linear in the extents
 * and in the number of dead parts. Immutable; safe for any thread.
 */
final class WaysAround {
  /** No setting leads there. */
  static final int NONE = -1;

  /** In a setting: the packet has to take its dimensions in their order. */
  static final int STATIC = 1 << Torus.DIMENSIONS;

  private static final int SETTINGS = 1 << Torus.DIMENSIONS;

  private final Torus torus;
  private final DeadParts dead;
  private final int[] order;
  private final boolean alwaysStatic;
  private final int[] deadNodes;
  private final int[] deadLinks;

  /**
   * Prepares to find ways.
   *
   * @param order in which static packets take the dimensions
   * @param alwaysStatic whether all packets are static
   */
  WaysAround(Torus torus, DeadParts dead, int[] order, boolean alwaysStatic) {
    this.torus = torus;
    this.dead = dead;
    this.order = order.clone();
    this.alwaysStatic = alwaysStatic;
    deadNodes = dead.nodes();
    deadLinks = dead.links();
  }

  /** Returns what is dead. */
  DeadParts dead() {
    return dead;
  }

  /**
   * Returns the setting for a packet between two living nodes, with {@link #STATIC} if only that
   * leads there, or {@link #NONE}.
   *
   * @param preferred the setting that it would have if nothing were dead
   */
  int setting(int from, int to, int preferred) {
    if (!alwaysStatic) {
      final int dynamic = best(from, to, preferred, false);
      if (dynamic != NONE) {
        return dynamic;
      }
    }
    final int ordered = best(from, to, preferred, true);
    return ordered == NONE ? NONE : ordered | STATIC;
  }

  /** Tells whether any setting leads from a node to another, both of which live. */
  boolean leads(int from, int to) {
    return best(from, to, 0, true) != NONE;
  }

  /** Returns the hops of a setting. */
  int hops(int from, int to, int setting) {
    int hops = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      hops += hops(from, to, setting, dimension);
    }
    return hops;
  }

  private int hops(int from, int to, int setting, int dimension) {
    final int offset = torus.offset(from, to, dimension);
    final boolean minus = (setting >>> dimension & 1) != 0;
    return minus && offset != 0 ? torus.extent(dimension) - offset : offset;
  }

  /** The fewest hops, then the fewest and lowest dimensions that are not as preferred. */
  private int best(int from, int to, int preferred, boolean ordered) {
    int differing = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      differing |= torus.offset(from, to, dimension) != 0 ? 1 << dimension : 0;
    }
    int best = NONE;
    int fewest = Integer.MAX_VALUE;
    for (int deviation = 0; deviation < SETTINGS; deviation++) {
      final int setting = preferred ^ deviation;
      if ((deviation & ~differing) == 0 && hops(from, to, setting) < fewest) {
        if (ordered ? isClearInOrder(from, to, setting) : isClear(from, to, setting)) {
          best = setting;
          fewest = hops(from, to, setting);
        }
      }
    }
    return best;
  }

  /** Tells whether nothing is dead on the way that takes one dimension after the other. */
  private boolean isClearInOrder(int from, int to, int setting) {
    int at = from;
    for (int dimension : order) {
      final int port = 2 * dimension + (setting >>> dimension & 1);
      for (int hop = hops(from, to, setting, dimension); hop > 0; hop--) {
        if (!dead.lives(at, port)) {
          return false;
        }
        at = torus.neighbour(at, port);
      }
    }
    return true;
  }

  /** Tells whether nothing is dead in the box of all ways. */
  private boolean isClear(int from, int to, int setting) {
    for (int node : deadNodes) {
      if (isWithin(from, to, setting, node, NONE)) {
        return false;
      }
    }
    for (int link : deadLinks) {
      final int dimension = link % Torus.PORTS >>> 1;
      final boolean along = (link % Torus.PORTS & 1) == (setting >>> dimension & 1);
      if (along && isWithin(from, to, setting, link / Torus.PORTS, dimension)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Tells whether a node is in the box.
   *
   * @param before dimension in which it must not be at the far end, {@link #NONE} for none
   */
  private boolean isWithin(int from, int to, int setting, int node, int before) {
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final boolean minus = (setting >>> dimension & 1) != 0;
      final int away =
          minus ? torus.offset(node, from, dimension) : torus.offset(from, node, dimension);
      final int most = hops(from, to, setting, dimension) - (dimension == before ? 1 : 0);
      if (away > most) {
        return false;
      }
    }
    return true;
  }

  // ---------------------------------------------------------------- pairs without a way

  /** Returns a pair of living nodes that no setting connects, null if all are connected. */
  int[] unreachable() {
    for (int node : deadNodes) {
      final int[] pair = unreachableOver(node);
      if (pair != null) {
        return pair;
      }
    }
    for (int link : deadLinks) {
      final int[] pair = unreachableOver(link / Torus.PORTS);
      if (pair != null) {
        return pair;
      }
    }
    return null;
  }

  /**
   * Looks along the three rings of a node. A way fails first in a dimension whose ring has
   * something dead, at a node that lives; what is behind that in the order does not matter.
   */
  private int[] unreachableOver(int node) {
    for (int place = 0; place < order.length; place++) {
      final int dimension = order[place];
      for (int a = 0; a < torus.extent(dimension); a++) {
        final int from = torus.withCoordinate(node, dimension, a);
        for (int b = 0; b < torus.extent(dimension) && dead.lives(from); b++) {
          final int corner = torus.withCoordinate(node, dimension, b);
          if (a != b && (!dead.lives(corner) || !leads(from, corner))) {
            final int to = livingBehind(corner, place);
            if (to != NONE) {
              return new int[] {from, to};
            }
          }
        }
      }
    }
    return null;
  }

  /** Returns a living node that differs from another only in dimensions after a place. */
  private int livingBehind(int corner, int place) {
    if (dead.lives(corner)) {
      return corner;
    }
    for (int dimension : Arrays.copyOfRange(order, place + 1, order.length)) {
      for (int c = 0; c < torus.extent(dimension); c++) {
        final int node = torus.withCoordinate(corner, dimension, c);
        if (dead.lives(node)) {
          return node;
        }
      }
    }
    return NONE;
  }
}
