package io.hopwright.runner.sweep;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.run.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.BarrierCost;
import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.execution.Projection;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.execution.SteadyState;
import io.hopwright.runner.execution.WireCost;
import io.hopwright.runner.execution.WorkLog;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runner of simulations for commands, in this JVM or with others, one run at a time.
 *
 * @param plan executor and threads
 * @param interruption ends a run when it is requested
 * @param observer observer of runs
 * @param cluster the JVMs; null for this one alone
 */
public record Runs(
    ExecutionPlan plan, Interruption interruption, RunObserver observer, Cluster cluster)
    implements AutoCloseable {
  private static final int MOST_WINDOWS = 2_000;
  private static final int ROUNDS = 3;

  /**
   * Determines the warm-up of a run, with a pilot if necessary.
   *
   * @param course of a pilot
   */
  public Pilot.Settled settle(
      ResolvedConfig config,
      Network<?> network,
      Simulator.Course course,
      Consumer<SteadyState> talk) {
    return Pilot.settle(
        config,
        network,
        (described, pilot) -> run(described, pilot, course, observer.of("pilot")),
        talk);
  }

  /** Simulates a network to its end, or until it is interrupted. */
  public Completion run(ResolvedConfig config, Network<?> network) {
    return run(config, network, Simulator.Course.whole());
  }

  /** Simulates a network on a given course to its end, or until it is interrupted. */
  public Completion run(ResolvedConfig config, Network<?> network, Simulator.Course course) {
    return run(config, network, course, observer);
  }

  private Completion run(
      ResolvedConfig config, Network<?> network, Simulator.Course course, RunObserver watching) {
    final Simulator simulator = new Simulator(plan, interruption, watching);
    return cluster == null
        ? simulator.run(network, course)
        : simulator.run(network, config, course, cluster);
  }

  /** Simulates on one thread, and projects the speed of one JVM with {@code processors} threads. */
  public Projected project(Network<?> network, int processors) {
    final Work work = work(network, MOST_WINDOWS);
    return new Projected(
        work.completion(),
        work.log() == null
            ? Map.of()
            : new Projection(network, work.log(), BarrierCost.measure(), WireCost.NONE)
                .on(processors, PartitionPlacement.together(network.partitions())));
  }

  /**
   * Simulates the work of every partition in every window on one thread, several times; the
   * shortest time of each counts.
   *
   * @param windows largest number of windows, from the end of the warm-up on
   */
  public Work work(Network<?> network, int windows) {
    final int skip = (int) (network.run().warmupTicks() / network.windowTicks());
    final Simulator alone =
        new Simulator(new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1), interruption, observer);
    WorkLog shortest = null;
    Completion completion = null;
    for (int round = 0; round < ROUNDS; round++) {
      final WorkLog log = new WorkLog(skip, windows);
      completion = alone.run(network, log);
      if (completion.ending() != Completion.Ending.COMPLETED) {
        return new Work(completion, null);
      }
      if (shortest == null) {
        shortest = log;
      } else {
        shortest.keepShorter(log);
      }
    }
    return new Work(completion, shortest);
  }

  /**
   * Run on one thread with its work.
   *
   * @param completion completion of the last simulation
   * @param log log of its work; null if the run did not complete
   */
  public record Work(Completion completion, WorkLog log) {}

  /**
   * Run and its projection.
   *
   * @param completion completion of the run
   * @param projection its projection; empty if the run did not complete
   */
  public record Projected(Completion completion, Map<String, Object> projection) {}

  @Override
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
