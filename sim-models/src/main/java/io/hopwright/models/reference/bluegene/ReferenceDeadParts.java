package io.hopwright.models.reference.bluegene;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Paths around failed components ({@code docs/models/bluegene-l.md}, "Failed nodes and links"). */
final class ReferenceDeadParts {
  private static final int NO_WAY = -1;

  private final ReferenceShape shape;
  private final List<String> order;
  private final Set<Integer> nodes;

  /** Failed links as 6·node + port, each with its reverse. */
  private final Set<Integer> links = new HashSet<>();

  /**
   * Stores the failures.
   *
   * @param order "router.escapeOrder", by dimensions
   * @param links failed links by 6·node + output port
   */
  ReferenceDeadParts(
      ReferenceShape shape, List<String> order, List<Integer> nodes, List<Integer> links) {
    this.shape = shape;
    this.order = order;
    this.nodes = Set.copyOf(nodes);
    for (final int link : links) {
      addWithReverse(link / ReferenceShape.PORTS, link % ReferenceShape.PORTS);
    }
    for (final int node : nodes) {
      shape.linkedPorts().forEach(port -> addWithReverse(node, port));
    }
  }

  private void addWithReverse(int node, int port) {
    links.add(ReferenceShape.PORTS * node + port);
    links.add(ReferenceShape.PORTS * shape.neighbour(node, port) + (port ^ 1));
  }

  boolean hasNone() {
    return links.isEmpty();
  }

  boolean isDead(int node) {
    return nodes.contains(node);
  }

  boolean isDead(int node, int port) {
    return links.contains(ReferenceShape.PORTS * node + port);
  }

  /** Hint bits of a packet, and whether it must be routed statically. */
  record Way(int hintBits, boolean isStatic) {}

  /**
   * The setting of a packet.
   *
   * @param hintBits without failed components
   * @return null if no path leads there
   */
  Way way(int from, int to, int hintBits, boolean dynamic) {
    if (hasNone()) {
      return new Way(hintBits, !dynamic);
    }
    final int ofDynamic = dynamic ? best(from, to, hintBits, true) : NO_WAY;
    final int best = ofDynamic == NO_WAY ? best(from, to, hintBits, false) : ofDynamic;
    return best == NO_WAY ? null : new Way(best, ofDynamic == NO_WAY);
  }

  /**
   * Returns the setting with the fewest hops in all, and of several the one with the lowest number.
   */
  private int best(int from, int to, int hintBits, boolean dynamic) {
    int best = NO_WAY;
    for (int number = 0; number < 8; number++) {
      final int bits = turned(hintBits, number);
      if (bits == NO_WAY || !(dynamic ? isBoxClear(from, to, bits) : isPathClear(from, to, bits))) {
        continue;
      }
      if (best == NO_WAY || shape.hops(from, to, bits) < shape.hops(from, to, best)) {
        best = bits;
      }
    }
    return best;
  }

  /**
   * Returns the sum of 1, 2, 4 for x, y, z if the sign there differs from that of the hint bits.
   */
  private static int turned(int hintBits, int number) {
    int bits = hintBits;
    for (int dimension = 0; dimension < 3; dimension++) {
      if ((number >> dimension & 1) != 0) {
        final int both = 3 << (2 * dimension);
        if ((hintBits & both) == 0) {
          return NO_WAY;
        }
        bits ^= both;
      }
    }
    return bits;
  }

  private static int port(int hintBits, int dimension) {
    return (hintBits & (1 << (2 * dimension))) != 0 ? 2 * dimension : 2 * dimension + 1;
  }

  private boolean isPathClear(int from, int to, int hintBits) {
    int node = from;
    for (final String step : order) {
      final int dimension = "xyz".indexOf(step);
      final int port = port(hintBits, dimension);
      while (shape.coordinate(node, dimension) != shape.coordinate(to, dimension)) {
        if (isDead(node, port)) {
          return false;
        }
        node = shape.neighbour(node, port);
      }
    }
    return true;
  }

  /**
   * Returns whether the box contains no failed link that a packet may cross; it cannot meet a
   * failed node.
   */
  private boolean isBoxClear(int from, int to, int hintBits) {
    final Set<Integer> box = new HashSet<>(Set.of(from));
    for (int dimension = 0; dimension < 3; dimension++) {
      for (int node : List.copyOf(box)) {
        while (shape.coordinate(node, dimension) != shape.coordinate(to, dimension)) {
          node = shape.neighbour(node, port(hintBits, dimension));
          box.add(node);
        }
      }
    }
    for (final int node : box) {
      for (int dimension = 0; dimension < 3; dimension++) {
        final boolean ends = shape.coordinate(node, dimension) == shape.coordinate(to, dimension);
        if (!ends && isDead(node, port(hintBits, dimension))) {
          return false;
        }
      }
    }
    return true;
  }
}
