package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Incast: all other nodes send to one. */
public final class IncastPattern extends FixedPattern {
  /** The node that receives; some machines declare it with more uses. */
  public static final Key<Integer> TARGET =
      Key.integer("workload.target", 0, 0, Integer.MAX_VALUE)
          .ofRun("for incast: the node that receives");

  IncastPattern() {
    super("incast", "a hot spot: all other nodes to workload.target");
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(TARGET);
  }

  @Override
  Map<String, Map<String, Object>> formerNames() {
    return Map.of("many-to-one", Map.of(WorkloadKeys.KIND, name()));
  }

  @Override
  IntUnaryOperator to(Reading in) {
    final int target = in.node(TARGET, in.settings().find(TARGET).orElse(0));
    return node -> target;
  }
}
