package io.hopwright.models.traffic.pattern;

import java.util.function.IntUnaryOperator;

/**
 * Transpose: row and column of a square matrix of nodes are exchanged. Source: Dally and Towles
 * 2004, section 3.2.
 */
final class TransposePattern extends FixedPattern {
  TransposePattern() {
    super("transpose", "row and column exchanged in a square matrix of all nodes");
  }

  private static int side(int nodes) {
    return (int) Math.round(Math.sqrt(nodes));
  }

  @Override
  String lacks(NodeSpace space) {
    final long side = side(space.nodes());
    final long below = (long) Math.sqrt(space.nodes());
    final long above = (below + 1) * (below + 1);
    return side * side == space.nodes()
        ? null
        : "a square number of nodes, but there are %s; use %s nodes"
            .formatted(space.nodes(), below == 1 ? above : below * below + " or " + above);
  }

  @Override
  IntUnaryOperator to(Reading in) {
    final int side = side(in.nodes());
    return node -> node % side * side + node / side;
  }
}
