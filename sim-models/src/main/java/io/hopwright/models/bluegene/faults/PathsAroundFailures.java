package io.hopwright.models.bluegene.faults;

import io.hopwright.models.topology.Torus;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Hint bits that lead packets around failed nodes and links: of all settings, including those that
 * use the longer direction of a ring, the one with the fewest hops. Source: Blumrich et al. 2003,
 * section 2: software sets hint bits so that such nodes are avoided.
 *
 * <p>A setting is a set of dimensions, bit 0 for x, in which a packet goes in − direction. A
 * setting is valid for a pair of nodes if the path in dimension order is free of failures. The
 * corners of this path are the same for all settings, so a failed node at a corner leaves the pair
 * without a path. Time: linear in the extents and in the number of failed components. Immutable;
 * safe for any thread.
 */
public final class PathsAroundFailures {
  /** No setting leads there. */
  public static final int NONE = -1;

  /** Bit of a setting: the packet must take its dimensions in order. */
  public static final int STATIC = 1 << Torus.DIMENSIONS;

  private static final int SETTINGS = 1 << Torus.DIMENSIONS;

  private final Torus torus;
  private final FailedParts dead;
  private final int[] order;
  private final boolean alwaysStatic;
  private final int[] deadNodes;
  private final int[] deadLinks;

  /**
   * Prepares to find paths.
   *
   * @param order in which static packets take the dimensions
   * @param alwaysStatic whether all packets are static
   */
  public PathsAroundFailures(Torus torus, FailedParts dead, int[] order, boolean alwaysStatic) {
    this.torus = torus;
    this.dead = dead;
    this.order = order.clone();
    this.alwaysStatic = alwaysStatic;
    deadNodes = dead.nodes();
    deadLinks = dead.links();
  }

  /** Returns the failed components. */
  public FailedParts dead() {
    return dead;
  }

  /**
   * Returns the setting for a packet between two working nodes, with {@link #STATIC} if only static
   * packets arrive, or {@link #NONE}.
   *
   * @param preferred the setting without failed components
   */
  public int setting(int from, int to, int preferred) {
    if (!alwaysStatic) {
      final int dynamic = best(from, to, preferred, false);
      if (dynamic != NONE) {
        return dynamic;
      }
    }
    final int ordered = best(from, to, preferred, true);
    return ordered == NONE ? NONE : ordered | STATIC;
  }

  /** Returns whether any setting leads from a working node to another one. */
  public boolean leads(int from, int to) {
    int at = from;
    for (int dimension : order) {
      if (isParted(at, to, dimension)) {
        return false;
      }
      at = torus.withCoordinate(at, dimension, torus.coordinate(to, dimension));
    }
    return true;
  }

  /** Returns whether both ways along a ring, as far as another node is, have something dead. */
  private boolean isParted(int from, int to, int dimension) {
    final int ahead = torus.offset(from, to, dimension);
    return clearHops(from, 2 * dimension) < ahead
        && clearHops(from, 2 * dimension + 1) < torus.extent(dimension) - ahead;
  }

  /** Returns over how many links one gets from a node through a port until one is dead. */
  private int clearHops(int from, int port) {
    final int all = torus.extent(port >>> 1);
    int hops = 0;
    for (int at = from; hops < all && dead.lives(at, port); hops++) {
      at = torus.neighbour(at, port);
    }
    return hops;
  }

  /** Returns the hops of a setting. */
  public int hops(int from, int to, int setting) {
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

  /**
   * Returns the dimensions with the fewest hops; among equals, the fewest and lowest that are not
   * as preferred.
   */
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

  /** Returns whether nothing is dead on the way that takes one dimension after the other. */
  private boolean isClearInOrder(int from, int to, int setting) {
    int at = from;
    for (int dimension : order) {
      final int port = 2 * dimension + (setting >>> dimension & 1);
      if (clearHops(at, port) < hops(from, to, setting, dimension)) {
        return false;
      }
      at = torus.withCoordinate(at, dimension, torus.coordinate(to, dimension));
    }
    return true;
  }

  /** Returns whether nothing is dead in the box of all ways. */
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
   * Returns whether a node is in the box.
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

  /** Returns a pair of working nodes that no setting connects, or null if all are connected. */
  public int[] unreachable() {
    return unreachable(dead.livingNodes());
  }

  /**
   * Returns two of the given working nodes that no setting connects, or null if all of them are
   * connected.
   *
   * <p>A path fails on a ring with a failed component, between two places of it. Packets that start
   * anywhere in the earlier dimensions come to the first place; from the second they can go
   * anywhere in the later dimensions. So a few lists of nodes are sufficient, instead of all pairs.
   * Time: linear in the nodes, and in the failed components times the square of an extent.
   */
  public int[] unreachable(int... nodes) {
    for (int place = 0; place < order.length; place++) {
      final int[] starts = new int[torus.nodes()];
      final int[] ends = new int[torus.nodes()];
      Arrays.fill(starts, NONE);
      Arrays.fill(ends, NONE);
      for (int node : nodes) {
        putFirst(starts, atOrigin(node, 0, place), node);
        putFirst(ends, atOrigin(node, place + 1, order.length), node);
      }
      for (int ring : ringsWithDeadParts(order[place])) {
        final int[] pair = unreachable(ring, place, starts, ends);
        if (pair != null) {
          return pair;
        }
      }
    }
    return null;
  }

  private static void putFirst(int[] nodes, int at, int node) {
    nodes[at] = nodes[at] == NONE ? node : nodes[at];
  }

  /**
   * Searches for a pair whose path fails on one ring.
   *
   * @param ring one of its nodes
   * @param place index of its dimension in the order
   * @param starts a node from which packets come to a place, by the relevant coordinates
   * @param ends a node to which packets can go from there, likewise
   */
  private int[] unreachable(int ring, int place, int[] starts, int[] ends) {
    final int dimension = order[place];
    for (int a = 0; a < torus.extent(dimension); a++) {
      final int at = torus.withCoordinate(ring, dimension, a);
      final int from = starts[atOrigin(at, 0, place)];
      for (int b = 0; from != NONE && b < torus.extent(dimension); b++) {
        final int there = torus.withCoordinate(ring, dimension, b);
        final int to = ends[atOrigin(there, place + 1, order.length)];
        if (to != NONE && a != b && isParted(at, there, dimension)) {
          return new int[] {from, to};
        }
      }
    }
    return null;
  }

  /**
   * Returns the number of ordered pairs of working nodes that no setting connects.
   *
   * <p>A path in the order of the dimensions turns at two nodes. For each place of the first turn
   * the sources that reach it are counted, for each place of the second the destinations that it
   * reaches, and products are added up over the turns that a ring of the middle dimension connects.
   * Time: nodes times the sum of the extents; memory: 32 B per node.
   */
  public long unreachablePairs() {
    final int[] clear = new int[torus.nodes() * Torus.PORTS];
    Arrays.setAll(clear, link -> clearHops(link / Torus.PORTS, link % Torus.PORTS));
    final int[] sources = new int[torus.nodes()];
    final int[] destinations = new int[torus.nodes()];
    for (int turn = 0; turn < torus.nodes(); turn++) {
      for (int at = 0; at < torus.extent(order[0]); at++) {
        final int source = torus.withCoordinate(turn, order[0], at);
        sources[turn] += dead.lives(source) && !isParted(clear, source, turn, order[0]) ? 1 : 0;
      }
      for (int at = 0; at < torus.extent(order[2]); at++) {
        final int to = torus.withCoordinate(turn, order[2], at);
        destinations[turn] += dead.lives(to) && !isParted(clear, turn, to, order[2]) ? 1 : 0;
      }
    }
    long connected = 0;
    for (int turn = 0; turn < torus.nodes(); turn++) {
      for (int at = 0; at < torus.extent(order[1]); at++) {
        final int second = torus.withCoordinate(turn, order[1], at);
        if (!isParted(clear, turn, second, order[1])) {
          connected += (long) sources[turn] * destinations[second];
        }
      }
    }
    return (long) dead.living() * dead.living() - connected;
  }

  private boolean isParted(int[] clear, int from, int to, int dimension) {
    final int ahead = torus.offset(from, to, dimension);
    final int link = from * Torus.PORTS + 2 * dimension;
    return clear[link] < ahead && clear[link + 1] < torus.extent(dimension) - ahead;
  }

  /** Returns a node of each ring along a dimension that has something dead. */
  private Set<Integer> ringsWithDeadParts(int dimension) {
    final Set<Integer> rings = new TreeSet<>();
    for (int node : deadNodes) {
      rings.add(torus.withCoordinate(node, dimension, 0));
    }
    for (int link : deadLinks) {
      if (link % Torus.PORTS >>> 1 == dimension) {
        rings.add(torus.withCoordinate(link / Torus.PORTS, dimension, 0));
      }
    }
    return rings;
  }

  /** Returns the node with coordinates 0 in some dimensions of the order. */
  private int atOrigin(int node, int fromPlace, int toPlace) {
    int moved = node;
    for (int place = fromPlace; place < toPlace; place++) {
      moved = torus.withCoordinate(moved, order[place], 0);
    }
    return moved;
  }
}
