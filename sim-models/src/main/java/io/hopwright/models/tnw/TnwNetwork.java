package io.hopwright.models.tnw;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.baseline.JobNetwork;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tnw.programs.ThreadProgram;
import io.hopwright.models.tnw.statistics.TnwNodeStatistics;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PlaneDrawing;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Sizes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A TNW with all its parameters resolved. */
final class TnwNetwork extends JobNetwork<Grid, TnwPartition> {
  static final TickRate TICKS = new TickRate(1_000_000_000, 1);

  /** Costs of hosts that store lines; ideal ones take a fifth of the time. */
  private static final Costs COSTS =
      new Costs(
          true,
          List.of(
              new Costs.Speed(64, 0.43e6),
              new Costs.Speed(4_096, 0.38e6),
              new Costs.Speed(262_144, 0.25e6)),
          0,
          10e-6,
          new Costs.NodeBytes(4_200, 27_000),
          new Costs.NodeBytes(4_000, 4_100),
          100,
          200_000,
          6);

  private final TnwSettings settings;

  /** Program of the threads of nodes; null unless a workload has them. */
  private final ThreadProgram threads;

  private final Sizes[] sizesByPort;
  private final Births[] birthsByPort;

  TnwNetwork(TnwSettings settings) {
    super(
        Tnw.NAME,
        settings.grid(),
        settings.map(),
        TICKS,
        settings.links().lookaheadTicks(),
        settings.run(),
        settings.grid().routers(),
        settings.jobs());
    this.settings = settings;
    final TnwWorkload workload = settings.workload();
    threads =
        world() != null || settings.host().keys().ideal() ? null : workload.program(settings.run());
    final boolean offers = workload.packetsPerTick() != null;
    sizesByPort = offers ? workload.sizesByPort(settings.run()) : new Sizes[0];
    birthsByPort = offers ? workload.birthsByPort(settings.run()) : new Births[0];
  }

  @Override
  public Long packetsUntilDrained() {
    final TnwWorkload workload = settings.workload();
    if (workload.kind() == TnwWorkload.Kind.PING_PONG) {
      return nodes() * workload.keys().rounds() * workload.mostPackets();
    }
    return workload.packetsPerTick() == null
        ? null
        : (Long)
            Math.round(
                nodes()
                    * workload.ports().length
                    * workload.packetsPerTick()
                    * (run().warmupTicks() + run().ticks()));
  }

  @Override
  public Forecast forecast() {
    return new TnwForecast(settings).forecast();
  }

  @Override
  protected ZeroLoad zeroLoad() {
    return new TnwZeroLoad(settings, world().table());
  }

  /**
   * Returns whether ranks are blocked. Links deliver each packet in the end, so a permanent wait is
   * one for a credit.
   */
  @Override
  public boolean ranksBlocked(Progress total) {
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
        world(),
        threads,
        partition,
        new Measures<>(
            run().interval(),
            TnwCounter.SIZE,
            Totals::new,
            supply(partition),
            settings.observation().flows()));
  }

  private Supply supply(int partition) {
    final TnwWorkload workload = settings.workload();
    return workload.packetsPerTick() == null
        ? Supply.none()
        : new PortStreams(
            settings.map().routersOf(partition), workload.mostPackets(), sizesByPort, birthsByPort);
  }

  /** Measurements of a partition; those of jobs are null without jobs. */
  private record Part(
      Measures<Totals> measures, JobStatistics jobs, PortCounts links, TnwNodeStatistics nodes) {}

  /** Reads what {@link TnwPartition#exportStatistics} wrote. */
  private Part load(Words words) {
    return new Part(
        new Measures<>(run().interval(), TnwCounter.SIZE, Totals::new, words),
        world() == null ? null : settings.jobs().load(words),
        PortCounts.load(LinkModules.PORTS, settings.columns(), words),
        TnwNodeStatistics.load(words));
  }

  @Override
  public RunResult unmeasured() {
    return result(List.of(), 0);
  }

  @Override
  public RunResult result(RunOutcome<TnwPartition> outcome) {
    return result(
        outcome.statistics(
            part ->
                new Part(
                    part.measures(),
                    part.jobStatistics(),
                    part.linkCounts(),
                    part.nodeStatistics()),
            this::load),
        outcome.stopTick());
  }

  private RunResult result(List<Part> parts, long stopTick) {
    final Measures<Totals> sum = Measures.nothing(TnwCounter.SIZE, Totals::new);
    final TnwNodeStatistics nodes = new TnwNodeStatistics();
    parts.forEach(part -> sum.add(part.measures()));
    parts.forEach(part -> nodes.add(part.nodes()));
    final MeasuredRun<TnwSpan> measured =
        MeasuredRun.of(
            this, stopTick, sum, (from, to, totals) -> new TnwSpan(settings, from, to, totals));
    final List<PortCounts> links = parts.stream().map(Part::links).toList();
    final JobMetrics.Measured jobs = ofJobs(parts.stream().map(Part::jobs));
    return RunResult.of(
            TnwMetrics.ofRun(settings.jobs().metrics()),
            new TnwSummary(settings, measured, links, nodes, jobs),
            TnwMetrics.ofInterval(),
            measured.intervals(),
            parts.isEmpty() ? Map.of() : tables(links, measured, sum.flows(), jobs))
        .with(JobMetrics.sizes(jobs));
  }

  private Map<String, RunResult.Table> tables(
      List<PortCounts> links, MeasuredRun<?> measured, Flows flows, JobMetrics.Measured jobs) {
    final TnwLinkTables ofLinks =
        new TnwLinkTables(topology(), links, (double) measured.measured().ticks());
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    if (settings.observation().heat()) {
      final LinkPicture.Loads loads = ofLinks.loads();
      HeatTable.ofDirections().addTo(tables, topology(), loads);
      if (settings.observation().drawn()) {
        LinkPicture.addTo(tables, topology(), PlaneDrawing.of(topology(), "node"), loads);
      }
    }
    if (!settings.observation().links().isEmpty()) {
      ofLinks.tables().addTo(tables, settings.observation().links(), TnwLinkTables::columns);
    }
    FlowTables.addTo(
        tables,
        settings.observation().flows(),
        flows,
        measured.enoughArrived(),
        topology().routers(),
        node -> true);
    settings.jobs().addTo(tables, jobs);
    return tables;
  }

  /** Returns the memory of a row of the series. */
  static long rowBytes() {
    return IntervalSeries.rowBytes(TnwCounter.SIZE);
  }
}
