package io.hopwright.models.tofu.barriers;

import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.tofu.network.Generation;

/**
 * Barriers of jobs at zero load: each gate fires when its last signal has arrived, and its engine
 * has no other work. Confined to one run; 9 B for each gate of each node.
 */
public final class ZeroLoadBarriers {
  private final BarrierPlan plan;
  private final Generation generation;
  private final Communicators communicators;
  private final Signals signals;

  /** Number of signals received, and tick of the last one, by node and gate. */
  private final byte[] counts;

  private final long[] fires;

  /** Position in the communicator whose barrier is in progress, by node. */
  private final int[] members;

  private int communicator;
  private long[] through;

  /** Flight times of signals. */
  @FunctionalInterface
  public interface Signals {
    /** Returns the ticks of a signal from one node to another. */
    long ticks(int from, int to);
  }

  public ZeroLoadBarriers(
      BarrierPlan plan,
      Generation generation,
      int nodes,
      Communicators communicators,
      Signals signals) {
    this.plan = plan;
    this.generation = generation;
    this.communicators = communicators;
    this.signals = signals;
    counts = new byte[nodes * plan.gates()];
    fires = new long[nodes * plan.gates()];
    members = new int[nodes];
  }

  /** Replaces the ticks at which nodes joined by those at which they completed. */
  public void join(int number, long[] ticks) {
    communicator = number;
    through = ticks;
    final int[] nodes = communicators.nodes(number);
    final long[] joined = ticks.clone();
    for (int member = 0; member < nodes.length; member++) {
      members[nodes[member]] = member;
    }
    final int untilStarted = generation.barrierPostTicks() + generation.barrierChannelTicks();
    for (int member = 0; member < nodes.length; member++) {
      signal(nodes[member], channel(nodes[member]), joined[member] + untilStarted);
    }
  }

  private int channel(int node) {
    return communicators.place(node, communicator);
  }

  /** Sends the signals of a gate. */
  private void signal(int node, int gate, long tick) {
    for (int output = 0; output < BarrierPlan.MOST; output++) {
      final long target = plan.target(node, gate, output);
      if (target != BarrierPlan.NONE) {
        final int there = BarrierPlan.participant(target);
        count(
            there,
            BarrierPlan.port(target) / BarrierPlan.MOST,
            there == node ? tick : tick + signals.ticks(node, there));
      }
    }
  }

  /** Counts a signal at a gate, which fires if it was the last. */
  private void count(int node, int gate, long tick) {
    final int at = node * plan.gates() + gate;
    fires[at] = Math.max(fires[at], tick);
    counts[at]++;
    if (counts[at] < Integer.bitCount(plan.inputs(node, gate))) {
      return;
    }
    final long fired = fires[at];
    counts[at] = 0;
    fires[at] = 0;
    if (gate == channel(node)) {
      through[members[node]] = fired + generation.barrierChannelTicks();
    } else {
      signal(node, gate, fired + generation.barrierRelayTicks());
    }
  }
}
