package io.hopwright.models.bluegene;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.reference.bluegene.ReferenceConfig;
import io.hopwright.models.reference.bluegene.ReferencePartition;
import io.hopwright.models.reference.bluegene.ReferenceStatistics;
import java.util.List;

/**
 * A BlueGene/L torus that the reference model simulates, all of it in one partition. Immutable;
 * safe for any thread.
 */
final class ReferenceNetwork implements Network<ReferencePartition> {
  /** Counts of a row of the series. */
  private static final long ROW_BYTES = 300;

  /** The same machine as the fast model sees it; it is never built. */
  private final BlueGeneNetwork fast;

  private final ReferenceConfig config;

  ReferenceNetwork(BlueGeneNetwork fast, ReferenceConfig config) {
    this.fast = fast;
    this.config = config;
  }

  @Override
  public String machine() {
    return fast.machine();
  }

  @Override
  public String implementation() {
    return fast.machine() + "-reference";
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
  public long nodes(int partition) {
    return fast.nodes();
  }

  @Override
  public long[] links(int partition) {
    return new long[0];
  }

  @Override
  public int[] position(int partition) {
    return new int[] {0};
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
  public Forecast forecast() {
    final Forecast same = fast.forecast();
    return new Forecast(same.ticks(), same.packetHops(), same.load(), ROW_BYTES);
  }

  @Override
  public int partitions() {
    return 1;
  }

  @Override
  public int[] neighbours(int partition) {
    return new int[0];
  }

  @Override
  public ReferencePartition build(int partition) {
    final RunPlan run = run();
    return new ReferencePartition(
        config,
        new ReferenceStatistics.Interval(run.warmupTicks(), run.measuredTo(), run.gridTicks()));
  }

  @Override
  public RunResult unmeasured() {
    return fast.unmeasured();
  }

  @Override
  public RunResult result(RunOutcome<ReferencePartition> outcome) {
    return new ReferenceSummary(
            fast, config, outcome.partitions().get(0).books(), outcome.stopTick())
        .result();
  }
}
