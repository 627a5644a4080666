package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.traffic.HotSpotDestinations;
import java.util.Collections;
import java.util.List;

/** Hot spot: a fraction of the messages goes to a few nodes by weight, the others anywhere. */
public final class HotSpotPattern extends Pattern {
  /** Fraction of the messages that goes to the hot nodes. */
  public static final Key<Double> FRACTION =
      Key.number("workload.hotFraction", 0.25, 0, 1)
          .meaning(
              "for hot-spot and hot-region: fraction of the traffic that goes to the hot nodes")
          .source(HotRegionPattern.PAPER);

  private static final int HEAVIEST = 1_000_000;
  private static final Key<List<Integer>> NODES =
      Key.integers("workload.hotNodes", 0, Integer.MAX_VALUE)
          .ofRun("for hot-spot: the nodes that receive more than others");
  private static final Key<List<Integer>> WEIGHTS =
      Key.integers("workload.hotWeights", 1, HEAVIEST)
          .ofRun(
              "for hot-spot: weights of workload.hotNodes, one for each node; all equal if empty");

  HotSpotPattern() {
    super("hot-spot", "a fraction to workload.hotNodes by weight, the rest to random other nodes");
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(NODES, WEIGHTS, FRACTION);
  }

  @Override
  Sources read(Reading in) {
    final List<Integer> hot = in.get(NODES);
    in.check(!hot.isEmpty(), NODES, "is empty; list the nodes that receive more, such as [0, 5]");
    hot.forEach(node -> in.node(NODES, node));
    in.check(
        hot.stream().distinct().count() == hot.size(), NODES, "names a node twice; name it once");
    final List<Integer> all = in.get(WEIGHTS);
    final List<Integer> weights = all.isEmpty() ? Collections.nCopies(hot.size(), 1) : all;
    in.check(
        weights.size() == hot.size(),
        WEIGHTS,
        "has %s weights for the %s nodes of %s; write one for each"
            .formatted(weights.size(), hot.size(), NODES));
    final HotSpotDestinations destinations =
        new HotSpotDestinations(
            in.nodes(),
            hot.stream().mapToInt(node -> node).toArray(),
            weights.stream().mapToInt(weight -> weight).toArray(),
            in.get(FRACTION),
            Purpose.HOT.draws(in.seed()),
            Purpose.DESTINATION.draws(in.seed()));
    return new Sources(in.nodes(), destinations, null, new HotShares(destinations), false, 0);
  }

  /** Shares of the messages of a node. */
  private record HotShares(HotSpotDestinations hot) implements Sources.Shares {
    @Override
    public void visit(int source, Sources.Visitor visitor) {
      for (int to = 0; to < hot.nodes(); to++) {
        if (to != source) {
          visitor.pair(source, to, hot.share(source, to));
        }
      }
    }

    @Override
    public double mostReceived() {
      return hot.mostReceived();
    }
  }
}
