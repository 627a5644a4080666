package io.hopwright.runner.sweep;

import io.hopwright.core.window.Placement;
import io.hopwright.models.machine.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Crew;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.execution.SteadyState;
import io.hopwright.runner.projection.BarrierCost;
import io.hopwright.runner.projection.Projection;
import io.hopwright.runner.projection.WireCost;
import io.hopwright.runner.projection.WorkLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Simulates as a command asks for it, in this JVM or with others. */
public final class Runs implements AutoCloseable {
  private static final int MOST_WINDOWS = 2_000;
  private static final double MICROS = 1e6;

  private final ExecutionPlan plan;
  private final Interruption interruption;
  private final RunObserver observer;
  private final Crew crew;

  /**
   * Creates what simulates, one run at a time.
   *
   * @param crew the JVMs; null for this one alone
   */
  public Runs(ExecutionPlan plan, Interruption interruption, RunObserver observer, Crew crew) {
    this.plan = plan;
    this.interruption = interruption;
    this.observer = observer;
    this.crew = crew;
  }

  /** Settles the warm-up of a run, with a pilot if it is left open. */
  public Pilot.Settled settle(
      ResolvedConfig config, Network<?> network, Consumer<SteadyState> talk) {
    return Pilot.settle(
        config, network, (described, pilot) -> run(described, pilot, observer.of("pilot")), talk);
  }

  /** Simulates a network to its end, or until it is interrupted. */
  public Completion run(ResolvedConfig config, Network<?> network) {
    return run(config, network, observer);
  }

  private Completion run(ResolvedConfig config, Network<?> network, RunObserver watching) {
    final Simulator simulator = new Simulator(plan, interruption, watching);
    return crew == null ? simulator.run(network) : simulator.run(network, config, crew);
  }

  /**
   * Simulates on one thread, and projects how fast it would be on one JVM of {@code processors}
   * threads.
   */
  public Projected project(Network<?> network, int processors) {
    final int skip = (int) (network.run().warmupTicks() / network.windowTicks());
    final WorkLog log = new WorkLog(skip, MOST_WINDOWS, () -> {});
    final Simulator alone =
        new Simulator(new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1), interruption, observer);
    final Completion completion = alone.run(network, log);
    if (completion.ending() != Completion.Ending.COMPLETED) {
      return new Projected(completion, Map.of());
    }
    final WorkLog again = new WorkLog(skip, MOST_WINDOWS, () -> {});
    alone.run(network, again);
    log.keepShorter(again);
    final Projection projection =
        new Projection(network, log, BarrierCost.measure(), WireCost.NONE);
    final double nanos = projection.nanos(processors, Placement.together(network.partitions()));
    final double seconds =
        network.tickRate().toSeconds(log.windows().size() * network.windowTicks());
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("processors", processors);
    values.put("speedUp", projection.sequentialNanos() / nanos);
    values.put("simulatedMicrosecondsPerSecond", seconds * MICROS / (nanos * 1e-9));
    return new Projected(completion, values);
  }

  /**
   * A run and its projection.
   *
   * @param completion of the run
   * @param projection empty if the run did not come to its end
   */
  public record Projected(Completion completion, Map<String, Object> projection) {}

  @Override
  public void close() {
    if (crew != null) {
      crew.close();
    }
  }
}
