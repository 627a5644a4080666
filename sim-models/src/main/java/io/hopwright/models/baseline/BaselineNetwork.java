package io.hopwright.models.baseline;

import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.ranks.RankNetwork;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WholeNetwork;
import io.hopwright.models.tables.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Contention-free baseline of a machine: a network that simulates the same jobs with the same
 * placement, software and draws, in ticks of the machine, but with interfaces and network at {@link
 * ZeroLoad}. It is a single partition. Immutable; safe for any thread.
 */
public final class BaselineNetwork extends RankNetwork<BaselinePartition>
    implements WholeNetwork<BaselinePartition> {
  private static final String NAME = "baseline";

  private final Supplier<ZeroLoad> machine;

  private BaselineNetwork(Jobs jobs, int nodes, Supplier<ZeroLoad> machine, RunPlan run) {
    super(NAME, jobs, nodes, run);
    this.machine = machine;
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
  public long lookaheadTicks() {
    return run().windowTicks();
  }

  @Override
  public BaselinePartition build(int partition) {
    return BaselinePartition.of(
        world(), machine.get(), (int) nodes(), givenJobs().statistics(), measures());
  }

  @Override
  public RunResult unmeasured() {
    return result(List.of());
  }

  @Override
  public RunResult result(RunOutcome<BaselinePartition> outcome) {
    return result(outcome.statistics(BaselinePartition::jobStatistics, givenJobs()::load));
  }

  private RunResult result(List<JobStatistics> parts) {
    final JobMetrics.Measured measured = givenJobs().measured(parts.stream(), () -> null);
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    givenJobs().addTo(tables, measured);
    return RunResult.of(givenJobs().metrics(), measured, new Metrics<>(), List.of(), tables);
  }
}
