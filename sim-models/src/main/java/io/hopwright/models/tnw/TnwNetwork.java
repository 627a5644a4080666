package io.hopwright.models.tnw;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.machine.Costs;
import io.hopwright.models.machine.FlowTables;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.MappedNetwork;
import io.hopwright.models.machine.MeasuredRun;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.traffic.Births;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A TNW with all its parameters fixed. */
final class TnwNetwork implements MappedNetwork<TnwPartition> {
  private static final TickRate TICKS = new TickRate(1_000_000_000, 1);

  /** Of hosts that store lines; ideal ones take a fifth of the time. */
  private static final Costs COSTS =
      new Costs(
          true,
          List.of(new Costs.Speed(64, 0.43e6), new Costs.Speed(4_096, 0.38e6)),
          0,
          10e-6,
          4_200,
          27_000,
          100,
          200_000,
          6);

  private final TnwSettings settings;
  private final RunPlan run;

  TnwNetwork(TnwSettings settings) {
    this.settings = settings;
    run = settings.run();
  }

  @Override
  public String machine() {
    return Tnw.NAME;
  }

  @Override
  public Grid topology() {
    return settings.grid();
  }

  @Override
  public PartitionMap map() {
    return settings.map();
  }

  @Override
  public TickRate tickRate() {
    return TICKS;
  }

  @Override
  public long lookaheadTicks() {
    return settings.links().lookaheadTicks();
  }

  @Override
  public RunPlan run() {
    return run;
  }

  @Override
  public Long packetsUntilDrained() {
    final TnwWorkload workload = settings.workload();
    if (workload.kind() == TnwWorkload.Kind.PING_PONG) {
      return nodes() * workload.rounds() * workload.packets();
    }
    return workload.packetsPerTick() == null
        ? null
        : (Long)
            Math.round(
                nodes()
                    * workload.ports().length
                    * workload.packetsPerTick()
                    * (run.warmupTicks() + run.ticks()));
  }

  @Override
  public Forecast forecast() {
    return new TnwForecast(settings).forecast();
  }

  /** Links bring each packet over in the end: what waits for ever waits for a credit. */
  @Override
  public boolean haltsByPrograms(Progress total) {
    return true;
  }

  @Override
  public Costs costs() {
    return COSTS;
  }

  @Override
  public TnwPartition build(int partition) {
    return new TnwPartition(
        settings,
        partition,
        new Measures<>(
            run.interval(), TnwTotals.SIZE, Totals::new, supply(partition), settings.flows()));
  }

  private Supply supply(int partition) {
    final TnwWorkload workload = settings.workload();
    return workload.packetsPerTick() == null
        ? Supply.none()
        : new Messages(
            settings.map().routersOf(partition),
            workload.packets(),
            IntStream.of(workload.ports())
                .mapToObj(port -> workload.births(run, port))
                .toArray(Births[]::new));
  }

  /** Reads what {@link TnwPartition#save} wrote. */
  private TnwStatistics load(Words words) {
    return new TnwStatistics(
        new Measures<>(run.interval(), TnwTotals.SIZE, Totals::new, words),
        LinkBooks.load(!settings.tables().isEmpty(), topology().routers(), words),
        NodeBooks.load(words));
  }

  @Override
  public RunResult unmeasured() {
    return result(List.of(), 0);
  }

  @Override
  public RunResult result(RunOutcome<TnwPartition> outcome) {
    return result(
        outcome.books(
            part -> new TnwStatistics(part.measures(), part.linkBooks(), part.nodeBooks()),
            this::load),
        outcome.stopTick());
  }

  private RunResult result(List<TnwStatistics> parts, long stopTick) {
    final Measures<Totals> sum = Measures.nothing(TnwTotals.SIZE, Totals::new);
    final NodeBooks nodes = new NodeBooks();
    parts.forEach(part -> sum.add(part.measures()));
    parts.forEach(part -> nodes.add(part.nodes()));
    final MeasuredRun<TnwSpan> measured =
        MeasuredRun.of(
            this,
            stopTick,
            sum,
            packets -> packets * (double) TnwLinks.PACKET_BYTES,
            (from, to, totals) -> new TnwSpan(settings, from, to, totals));
    final List<LinkBooks> links = parts.stream().map(TnwStatistics::links).toList();
    return RunResult.of(
        TnwMetrics.ofRun(),
        new TnwSummary(settings, measured, links, nodes),
        TnwMetrics.ofInterval(),
        measured.intervals(),
        parts.isEmpty() ? Map.of() : tables(links, measured.measured().ticks(), sum.flows()));
  }

  private Map<String, RunResult.Table> tables(List<LinkBooks> links, long ticks, Flows flows) {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    if (!settings.tables().isEmpty()) {
      new LinkTables(topology(), links, (double) ticks).addTo(tables, settings.tables());
    }
    FlowTables.addTo(tables, settings.flows(), flows, topology().routers(), node -> true);
    return tables;
  }

  /** Returns the memory of a row of the series. */
  static long rowBytes() {
    return IntervalSeries.rowBytes(TnwTotals.SIZE);
  }
}
