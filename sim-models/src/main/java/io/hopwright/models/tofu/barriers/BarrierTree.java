package io.hopwright.models.tofu.barriers;

import java.util.List;

/**
 * Barrier of one channel per node, by a binary tree of nodes: relays 1 and 2 lead up, relays 3 and
 * 4 down. Immutable; safe for any thread.
 */
final class BarrierTree extends BarrierPlan {
  private static final int FIRST_UP = 1;
  private static final int LAST_UP = 2;
  private static final int FIRST_DOWN = 3;
  private static final int LAST_DOWN = 4;
  private static final int BOTH = 3;

  private final int nodes;

  BarrierTree(int nodes) {
    super(1, List.of(0, 0, 0, 0, 0));
    this.nodes = nodes;
  }

  private boolean hasChild(int node, int child) {
    return 2 * node + child < nodes;
  }

  @Override
  int inputs(int participant, int gate) {
    return (gate == FIRST_UP || gate == LAST_UP) && hasChild(participant, gate) ? BOTH : 1;
  }

  @Override
  long target(int node, int gate, int output) {
    if (output == 0) {
      return switch (gate) {
        case LAST_UP -> node == 0 ? to(node, FIRST_DOWN, 0) : up(node);
        case LAST_DOWN -> to(node, 0, 0);
        default -> to(node, gate + 1, 0);
      };
    }
    final int child = gate - LAST_UP;
    return child > 0 && hasChild(node, child) ? to(2 * node + child, FIRST_DOWN, 0) : NONE;
  }

  /** The first child joins at relay 1 of its parent, the second at relay 2. */
  private static long up(int node) {
    final int parent = (node - 1) / 2;
    return to(parent, node - 2 * parent, 1);
  }
}
