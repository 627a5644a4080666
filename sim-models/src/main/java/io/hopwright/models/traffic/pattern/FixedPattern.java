package io.hopwright.models.traffic.pattern;

import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.traffic.FixedDestinations;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Pattern that gives each node one destination. A node sends nothing if it is its own destination,
 * if it has failed, or if its destination has failed.
 */
abstract class FixedPattern extends Pattern {
  FixedPattern(String name, String meaning) {
    super(name, meaning);
  }

  @Override
  public final boolean isFixed() {
    return true;
  }

  /** Returns the destination of each node, which may be the node itself. */
  abstract IntUnaryOperator to(Reading in);

  @Override
  final Sources read(Reading in) {
    final int nodes = in.nodes();
    final int[] to = IntStream.range(0, nodes).map(to(in)).toArray();
    final FixedDestinations destinations = new FixedDestinations(to);
    final IntPredicate lives = in.space().lives();
    final IntPredicate sends = node -> to[node] != node && lives.test(node) && lives.test(to[node]);
    in.check(
        IntStream.range(0, nodes).anyMatch(sends),
        WorkloadKeys.KIND,
        "makes no node send: each node is its own destination, has failed, or its"
            + " destination has failed; use another "
            + WorkloadKeys.KIND);
    return Sources.fixed(nodes, sends, destinations);
  }
}
