package io.hopwright.models.tofu.barriers;

import java.util.Collections;

/**
 * Barrier of one channel per node for 2ⁿ nodes, by recursive doubling. Gate {@code r} signals the
 * next gate of its node and the gate of the node whose number differs in bit {@code r}. The last
 * gate signals the end gates. Immutable; safe for any thread.
 */
final class BarrierButterfly extends BarrierPlan {
  /** Creates a butterfly for a number of nodes, a power of two from 2 on. */
  BarrierButterfly(int nodes) {
    super(1, Collections.nCopies(Integer.numberOfTrailingZeros(nodes), 0));
  }

  @Override
  int inputs(int participant, int gate) {
    return 3;
  }

  @Override
  long target(int node, int gate, int output) {
    return to(output == 0 ? node : node ^ 1 << gate, (gate + 1) % gates(), output);
  }
}
