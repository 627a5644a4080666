package io.hopwright.models.baseline;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WholeNetwork;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Contention-free baseline of a machine: a network that simulates the same jobs with the same
 * places, software and draws, in ticks of the machine, on its interfaces and network at {@link
 * ZeroLoad}. It is a single partition. Immutable; safe for any thread.
 */
public final class BaselineNetwork implements WholeNetwork<BaselinePartition> {
  private static final String NAME = "baseline";

  private final Jobs jobs;
  private final int nodes;
  private final Supplier<ZeroLoad> machine;
  private final RunPlan run;
  private final Messaging.World world;

  private BaselineNetwork(Jobs jobs, int nodes, Supplier<ZeroLoad> machine, RunPlan run) {
    this.jobs = jobs;
    this.nodes = nodes;
    this.machine = machine;
    this.run = run;
    world = jobs.world(nodes, run);
  }

  /**
   * Returns the baseline of a machine; null unless its jobs request one.
   *
   * @param nodes of the machine
   * @param machine makes one for each run
   * @param run on the machine
   */
  public static Network<?> of(Jobs jobs, int nodes, Supplier<ZeroLoad> machine, RunPlan run) {
    return jobs.wantBaseline()
        ? new BaselineNetwork(jobs.onBaseline(), nodes, machine, ofOneWindow(run))
        : null;
  }

  /**
   * Returns the same plan with windows as long as the stop grid, as no event crosses between
   * partitions.
   */
  private static RunPlan ofOneWindow(RunPlan same) {
    return new RunPlan(
        same.seed(),
        same.warmupTicks(),
        same.ticks(),
        same.end(),
        same.packets(),
        same.followTicks(),
        same.gridTicks(),
        same.gridTicks());
  }

  @Override
  public String machine() {
    return NAME;
  }

  @Override
  public List<Long> shape() {
    return List.of((long) nodes);
  }

  @Override
  public long nodes() {
    return nodes;
  }

  @Override
  public TickRate tickRate() {
    return jobs.tickRate();
  }

  @Override
  public long lookaheadTicks() {
    return run.windowTicks();
  }

  @Override
  public RunPlan run() {
    return run;
  }

  @Override
  public Long packetsUntilDrained() {
    return null;
  }

  /** Each message is a hop. */
  @Override
  public Forecast forecast() {
    return new Forecast(
        run.expectedTicks(1, 0),
        (double) jobs().messages(),
        0,
        0,
        IntervalSeries.rowBytes(Totals.FIRST_OWN),
        0);
  }

  @Override
  public JobForecast jobs() {
    return jobs.forecast();
  }

  @Override
  public BaselinePartition build(int partition) {
    return BaselinePartition.of(
        world,
        machine.get(),
        nodes,
        jobs.statistics(),
        new Measures<>(run.interval(), Totals.FIRST_OWN, Totals::new, Supply.none()));
  }

  @Override
  public RunResult unmeasured() {
    return result(List.of());
  }

  @Override
  public RunResult result(RunOutcome<BaselinePartition> outcome) {
    return result(outcome.statistics(BaselinePartition::jobStatistics, jobs::load));
  }

  private RunResult result(List<JobStatistics> parts) {
    final JobMetrics.Measured measured = jobs.measured(parts.stream());
    return RunResult.of(jobs.metrics(), measured, new Metrics<>(), List.of(), Map.of());
  }
}
