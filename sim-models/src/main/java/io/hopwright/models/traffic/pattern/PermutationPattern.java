package io.hopwright.models.traffic.pattern;

import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.draws.Purpose;
import java.util.function.IntUnaryOperator;

/** Random permutation without fixed points: each node sends to the next on a random ring. */
final class PermutationPattern extends FixedPattern {
  PermutationPattern() {
    super("permutation", "each node to the next node on a random ring");
  }

  @Override
  IntUnaryOperator to(Reading in) {
    final int nodes = in.nodes();
    final KeyedPermutation order =
        new KeyedPermutation(Purpose.PERMUTATION.draws(in.seed()), nodes);
    final int[] next = new int[nodes];
    int last = order.apply(0, 0, nodes - 1);
    for (int position = 0; position < nodes; position++) {
      final int node = order.apply(0, 0, position);
      next[last] = node;
      last = node;
    }
    return node -> next[node];
  }
}
