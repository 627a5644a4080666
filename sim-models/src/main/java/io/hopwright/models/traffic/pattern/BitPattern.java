package io.hopwright.models.traffic.pattern;

import java.util.function.IntUnaryOperator;

/**
 * Permutation of nodes by the bits of their numbers. Source: Dally and Towles 2004, section 3.2.
 */
abstract class BitPattern extends FixedPattern {
  private final int leastNodes;

  BitPattern(String name, String meaning, int leastNodes) {
    super(name, meaning);
    this.leastNodes = leastNodes;
  }

  /** Returns the destination of a node among {@code 2^bits}. */
  abstract int to(int node, int bits);

  @Override
  final String lacks(NodeSpace space) {
    final long below = Math.max(leastNodes, Integer.highestOneBit(space.nodes()));
    return space.nodes() == below
        ? null
        : "a power of two nodes, at least %s, but there are %s; use %s"
                .formatted(
                    leastNodes,
                    space.nodes(),
                    space.nodes() < leastNodes ? leastNodes : below + " or " + 2 * below)
            + " nodes";
  }

  @Override
  final IntUnaryOperator to(Reading in) {
    final int bits = Integer.numberOfTrailingZeros(in.nodes());
    return node -> to(node, bits);
  }
}
