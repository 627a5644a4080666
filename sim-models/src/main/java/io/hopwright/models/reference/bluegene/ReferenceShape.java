package io.hopwright.models.reference.bluegene;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Torus as a graph (section "Machine" of {@code docs/models/bluegene-l.md}).
 *
 * @param kx nodes in x, at least 1
 * @param ky nodes in y, at least 1
 * @param kz nodes in z, at least 1; at least two nodes in all
 */
record ReferenceShape(int kx, int ky, int kz) {
  /** Ports of a router, of which a dimension of 1 leaves two without a link. */
  static final int PORTS = 6;

  private static final String DIMENSIONS = "xyz";

  int nodes() {
    return kx * ky * kz;
  }

  /** Size of dimension 0…2. */
  int size(int dimension) {
    return dimension == 0 ? kx : dimension == 1 ? ky : kz;
  }

  boolean hasLink(int port) {
    return size(port / 2) > 1;
  }

  /** The P ports that have a link, in port order. */
  List<Integer> linkedPorts() {
    return IntStream.range(0, PORTS).filter(this::hasLink).boxed().toList();
  }

  int links() {
    return nodes() * linkedPorts().size();
  }

  /** Node number n = x + kx·(y + ky·z). */
  int number(int x, int y, int z) {
    return x + kx * (y + ky * z);
  }

  int[] coordinatesOf(int node) {
    return new int[] {node % kx, node / kx % ky, node / kx / ky};
  }

  /** Coordinate of a node in dimension 0…2. */
  int coordinate(int node, int dimension) {
    return coordinatesOf(node)[dimension];
  }

  /** "Ports 0…5 = x+, x−, y+, y−, z+, z−". */
  int neighbour(int node, int port) {
    final int[] c = coordinatesOf(node);
    final int dimension = port / 2;
    final int size = size(dimension);
    c[dimension] = (c[dimension] + (port % 2 == 0 ? 1 : size - 1)) % size;
    return number(c[0], c[1], c[2]);
  }

  /** Minimal number of links between two nodes. */
  int distance(int from, int to) {
    int hops = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      final int apart = Math.abs(coordinate(from, dimension) - coordinate(to, dimension));
      hops += Math.min(apart, size(dimension) - apart);
    }
    return hops;
  }

  /** Links from one node to another in the directions of hint bits. */
  int hops(int from, int to, int hintBits) {
    int hops = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      final int k = size(dimension);
      final int delta = Math.floorMod(coordinate(to, dimension) - coordinate(from, dimension), k);
      final boolean plus = (hintBits & (1 << (2 * dimension))) != 0;
      hops += delta == 0 ? 0 : plus ? delta : k - delta;
    }
    return hops;
  }

  /** {@code M}: nodes that agree in the dimensions not listed. */
  int members(String dimensions) {
    int members = 1;
    for (int dimension = 0; dimension < 3; dimension++) {
      members *= isListed(dimension, dimensions) ? size(dimension) : 1;
    }
    return members;
  }

  /** {@code μ}: number of a node among those that agree with it in the dimensions not listed. */
  int memberNumber(int node, String dimensions) {
    int member = 0;
    int stride = 1;
    for (int dimension = 0; dimension < 3; dimension++) {
      if (isListed(dimension, dimensions)) {
        member += stride * coordinate(node, dimension);
        stride *= size(dimension);
      }
    }
    return member;
  }

  /** The node with number μ among those that agree with {@code node}. */
  int nodeOfMember(int node, int member, String dimensions) {
    final int[] c = coordinatesOf(node);
    int rest = member;
    for (int dimension = 0; dimension < 3; dimension++) {
      if (isListed(dimension, dimensions)) {
        c[dimension] = rest % size(dimension);
        rest /= size(dimension);
      }
    }
    return number(c[0], c[1], c[2]);
  }

  private static boolean isListed(int dimension, String dimensions) {
    return dimensions.indexOf(DIMENSIONS.charAt(dimension)) >= 0;
  }
}
