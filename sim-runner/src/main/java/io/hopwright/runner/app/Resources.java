package io.hopwright.runner.app;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.run.Network;
import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Layout;
import java.util.function.Consumer;

/**
 * Threads and JVMs for simulations.
 *
 * @param plan executor and threads of each JVM
 * @param jvms number of JVMs
 * @param jvmsHere number of JVMs on this computer
 * @param gathering connection to the other JVMs
 * @param recoveries largest number of consecutive restarts after the loss of a JVM without a new
 *     checkpoint in between
 * @param copies largest number of copies of each checkpoint at other members
 */
@Internal
public record Resources(
    ExecutionPlan plan, int jvms, int jvmsHere, Gathering gathering, int recoveries, int copies) {
  /** Connection to the JVMs of a run. */
  @FunctionalInterface
  public interface Gathering {
    /** Uses this JVM alone. */
    Gathering NONE = (interruption, heapMib, again, replaces, talk) -> null;

    /**
     * Returns the JVMs when all have joined; null if there is only this one.
     *
     * @param heapMib heap of JVMs that are started here
     * @param again whether one of them was lost, so that they are gathered once more
     * @param replaces whether the loss of one of them would be survived
     * @param talk receives messages about it
     */
    Cluster gather(
        Interruption interruption,
        long heapMib,
        boolean again,
        boolean replaces,
        Consumer<String> talk);
  }

  /** Returns threads of this JVM alone. */
  static Resources ofThreads(int threads) {
    return new Resources(
        new ExecutionPlan(ExecutorKind.ACTORS, threads), 1, 1, Gathering.NONE, 0, 0);
  }

  /** Returns whether all JVMs but this one are started by it. */
  boolean local() {
    return jvmsHere == jvms;
  }

  /** Returns JVMs and threads as estimates need them. */
  Layout layout() {
    return new Layout(jvms, jvmsHere, plan.kind() == ExecutorKind.SEQUENTIAL ? 1 : plan.threads());
  }

  /**
   * Refuses a network that cannot be placed, or does not fit the memory of this computer.
   *
   * @param run name of the run
   * @return its estimated costs
   * @throws InputException with a remedy
   */
  Estimate check(String run, Network<?> network) {
    Placements.check(run, network, jvms);
    final PartitionPlacement placement = Placements.of(network, jvms);
    final Estimate estimate = Estimate.of(network, placement, layout(), Computer.current());
    estimate.requireFits(run);
    return estimate;
  }
}
