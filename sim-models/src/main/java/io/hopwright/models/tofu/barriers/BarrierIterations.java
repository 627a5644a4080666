package io.hopwright.models.tofu.barriers;

import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import java.util.Arrays;

/**
 * Barriers as a workload: nodes complete a number of barriers over all their channels, one after
 * the other ({@code docs/models/tofu.md}, "Barrier"). Confined to its partition; 5 B for each node.
 */
public final class BarrierIterations implements Barriers.User {
  /** Entries of the digest from one iteration to the next, and their class. */
  private static final int MOST_CHANNELS = 96;

  private static final int CLASS = 2;

  private final BarrierSettings settings;
  private final Barriers barriers;
  private final int[] nodes;
  private final Measures<Totals> measures;

  /** Iterations completed, and channels completed in this one, by node. */
  private final int[] iterations;

  private final byte[] completed;

  /** Posts the first iteration of all channels of nodes that take part at tick 0. */
  public BarrierIterations(
      BarrierSettings settings, Barriers barriers, int[] nodes, Measures<Totals> measures) {
    this.settings = settings;
    this.barriers = barriers;
    this.nodes = nodes;
    this.measures = measures;
    iterations = new int[nodes.length];
    completed = new byte[nodes.length];
    for (int node = 0; node < nodes.length; node++) {
      if (nodes[node] < settings.participants()) {
        post(node, 0);
      }
    }
  }

  private void post(int node, long tick) {
    completed[node] = 0;
    for (int channel = 0; channel < settings.plan().channels(); channel++) {
      measures.inject(0, 1, tick);
    }
    barriers.postAll(node, tick);
  }

  @Override
  public void completed(int node, int channel, long tick) {
    final long number = (long) MOST_CHANNELS * iterations[node] + channel;
    measures.digest().add(nodes[node], nodes[node], number, CLASS, tick);
    measures.deliver(0, 0, tick);
    completed[node]++;
    if (completed[node] == settings.plan().channels()) {
      iterations[node]++;
      barriers.countCompletion(node, channel, tick);
      if (iterations[node] < settings.iterations()) {
        post(node, tick);
      }
    }
  }

  @Override
  public boolean isThrough() {
    return Arrays.stream(iterations).allMatch(done -> done % settings.iterations() == 0);
  }
}
