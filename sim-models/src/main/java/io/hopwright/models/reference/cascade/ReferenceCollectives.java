package io.hopwright.models.reference.cascade;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import io.hopwright.models.reference.cascade.routing.ReferenceCombining.Value;
import io.hopwright.models.reference.messaging.ReferenceCommunicator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collectives by hardware of all communicators, and their counters. */
final class ReferenceCollectives {
  private static final String THROUGH = "collectivesDone";
  private static final String TICKS = "collectiveTicks";
  private static final String WRONG = "collectiveResultsWrong";
  private static final double TICKS_OF_MICROSECOND = 43_750;

  /** Trees of communicators with two or more nodes, in order of their numbers. */
  private final List<ReferenceTree> trees = new ArrayList<>();

  private final ReferenceCascade cascade;

  ReferenceCollectives(ReferenceCascade cascade, List<ReferenceCommunicator> communicators) {
    this.cascade = cascade;
    final ReferenceAriesParameters parameters = cascade.config.aries;
    final ReferenceDraws draws = new ReferenceDraws(cascade.config.seed);
    for (int number = 0; number < communicators.size(); number++) {
      if (communicators.get(number).nodes().size() > 1) {
        trees.add(
            new ReferenceTree(
                communicators.get(number), number, parameters.radix, parameters.combining, draws));
      }
    }
  }

  /** Returns whether something of a communicator is in progress, of two nodes or more. */
  boolean isUnderWay(ReferenceCommunicator communicator) {
    return trees.stream()
        .anyMatch(tree -> tree.communicator() == communicator && tree.isUnderWay());
  }

  /** Returns the trees of a node, {@code k} = 0, 1, …. */
  List<ReferenceTree> of(int node) {
    return trees.stream().filter(tree -> tree.has(node)).toList();
  }

  /** A node that joined at a tick is through with collective {@code g} of a tree. */
  void onThrough(ReferenceTree tree, long g, Value result, long joinTick, long tick) {
    cascade.add(THROUGH, 1);
    cascade.add(TICKS, tick - joinTick);
    cascade.add(WRONG, result.equals(tree.expected(g)) ? 0 : 1);
  }

  /** Puts the numbers of a run into its summary; null without jobs on Aries NICs. */
  static void summarize(ReferenceCounts counts, boolean any, Map<String, Object> all) {
    final Double ticks = any ? ratio(counts.get(TICKS), (double) counts.get(THROUGH)) : null;
    all.put(THROUGH, any ? (Long) counts.get(THROUGH) : null);
    all.put("collectiveMicroseconds", ticks == null ? null : ticks / TICKS_OF_MICROSECOND);
    all.put(WRONG, any ? (Long) counts.get(WRONG) : null);
  }
}
