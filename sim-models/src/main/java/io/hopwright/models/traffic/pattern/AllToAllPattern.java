package io.hopwright.models.traffic.pattern;

import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Draft;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.traffic.RandomOrder;
import io.hopwright.models.traffic.RotatingShift;
import java.util.List;
import java.util.Map;

/** All-to-all: each node sends a message to each other one. */
public final class AllToAllPattern extends Pattern {
  /** Order of a node's destinations. */
  public enum Order {
    /** Ascending numbers of nodes, beginning after the node's own. */
    @Meaning(
        "each node starts at the next node and wraps around, so that nodes in lock"
            + " step never send to the same node")
    ROTATING,
    /** A random order of each node. */
    @Meaning("a different random order at each node")
    RANDOM
  }

  /** Meaning of the order, on all machines. */
  public static final String MEANING = "for all-to-all: order in which a node sends to the others";

  private static final String ORDER_NAME = "workload.order";

  private static final Key<Order> ORDER = order(Order.ROTATING).ofRun(MEANING);

  AllToAllPattern() {
    super("all-to-all", "each node to every other node, in the order of workload.order");
  }

  /** Declares the order, for a machine with another default. */
  public static Draft<Order> order(Order byDefault) {
    return Key.choice(ORDER_NAME, byDefault, Choice.of(Order.values()));
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(ORDER);
  }

  @Override
  Map<String, Map<String, Object>> formerNames() {
    return Map.of("all-to-all-random", Map.of(WorkloadKeys.KIND, name(), ORDER_NAME, "random"));
  }

  @Override
  Sources read(Reading in) {
    final int nodes = in.nodes();
    return Sources.atStart(
        in,
        in.get(ORDER) == Order.RANDOM
            ? new RandomOrder(new KeyedPermutation(Purpose.ORDER.draws(in.seed()), nodes - 1))
            : new RotatingShift(nodes),
        nodes - 1L);
  }
}
