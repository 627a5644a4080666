package io.hopwright.models.reference;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WholeNetwork;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;

/**
 * Network simulated by a reference model, in a single partition. Immutable; safe for any thread.
 */
public final class ReferenceNetwork implements WholeNetwork<ReferencePartition> {
  /** Counts of a row of the series. */
  private static final long ROW_BYTES = 300;

  /** The same network for the fast model; its declarations are used, but it is never built. */
  private final Network<?> fast;

  private final ReferenceModel model;

  /** Creates the network that {@code model} simulates in place of the fast one. */
  public ReferenceNetwork(Network<?> fast, ReferenceModel model) {
    this.fast = fast;
    this.model = model;
  }

  @Override
  public String machine() {
    return fast.machine();
  }

  @Override
  public List<Long> shape() {
    return fast.shape();
  }

  @Override
  public long nodes() {
    return fast.nodes();
  }

  @Override
  public TickRate tickRate() {
    return fast.tickRate();
  }

  @Override
  public long lookaheadTicks() {
    return fast.lookaheadTicks();
  }

  @Override
  public RunPlan run() {
    return fast.run();
  }

  @Override
  public Long packetsUntilDrained() {
    return fast.packetsUntilDrained();
  }

  @Override
  public boolean ranksBlocked(Progress total) {
    return fast.ranksBlocked(total);
  }

  @Override
  public Forecast forecast() {
    final Forecast same = fast.forecast();
    return new Forecast(
        same.ticks(), same.packetHops(), same.load(), same.overload(), ROW_BYTES, 0);
  }

  @Override
  public JobForecast jobs() {
    return fast.jobs();
  }

  @Override
  public List<String> remarks() {
    return fast.remarks();
  }

  @Override
  public Map<String, Object> properties() {
    return fast.properties();
  }

  @Override
  public Costs costs() {
    return model.costs();
  }

  @Override
  public ReferencePartition build(int partition) {
    return new ReferencePartition(model.build(), nodes(), run());
  }

  @Override
  public RunResult unmeasured() {
    return fast.unmeasured();
  }

  @Override
  public RunResult result(RunOutcome<ReferencePartition> outcome) {
    final ReferenceStatistics statistics = outcome.partitions().get(0).statistics();
    return new ReferenceSummary(fast, model, statistics, outcome.stopTick()).result();
  }
}
