package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Outcast: one node sends to all others at random. */
public final class OutcastPattern extends Pattern {
  /** The node that sends; some machines declare it with more uses. */
  public static final Key<Integer> SOURCE =
      Key.integer("workload.source", 0, 0, Integer.MAX_VALUE)
          .ofRun("for outcast: the node that sends");

  OutcastPattern() {
    super("outcast", "from workload.source to random other nodes");
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(SOURCE);
  }

  @Override
  Sources read(Reading in) {
    final int source = in.node(SOURCE, in.settings().find(SOURCE).orElse(0));
    return new Sources(
        in.nodes(),
        in.uniform(),
        node -> node == source,
        new Sources.Pairs(() -> pairs(in.nodes(), source)),
        false,
        0);
  }

  private static TrafficMatrix pairs(int nodes, int source) {
    final int[] sources = new int[nodes - 1];
    final long[] weights = new long[nodes - 1];
    Arrays.fill(sources, source);
    Arrays.fill(weights, 1);
    return new TrafficMatrix(
        nodes,
        sources,
        IntStream.range(0, nodes).filter(node -> node != source).toArray(),
        weights);
  }
}
