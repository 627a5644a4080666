package io.hopwright.models.bluegene;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.baseline.JobNetwork;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.bluegene.faults.PathsAroundFailures;
import io.hopwright.models.bluegene.nodes.InjectedTraffic;
import io.hopwright.models.bluegene.nodes.JobTraffic;
import io.hopwright.models.bluegene.nodes.RankFifos;
import io.hopwright.models.bluegene.nodes.TorusNodes;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.switching.torusrouter.PacketLog;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusChannels;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusObservation;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.PlaneDrawing;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A BlueGene/L network with all its parameters resolved. */
public final class BlueGeneNetwork extends JobNetwork<Torus, TorusPartition> {
  private static final Costs COSTS =
      new Costs(
          true,
          List.of(new Costs.Speed(512, 2.2e6), new Costs.Speed(4_096, 1.7e6)),
          0.3e-6,
          8e-6,
          new Costs.NodeBytes(800, 4_000),
          new Costs.NodeBytes(680, 960),
          0,
          100_000,
          2);

  private final BlueGeneSettings settings;
  private final RouterDesign design;
  private final TorusObservation.Extras extras;
  private final TorusObservation.Observer observer;

  /** Traffic of the nodes; null with jobs. */
  private final InjectedTraffic workload;

  /** Traffic of the ranks; null without jobs. */
  private final JobTraffic jobs;

  private BlueGeneNetwork(BlueGeneSettings settings, TorusObservation.Observer observer) {
    super(
        "bluegene-l",
        settings.torus(),
        settings.map(),
        settings.tickRate(),
        settings.design().timing().lookaheadTicks(),
        settings.run(),
        settings.torus().nodes(),
        settings.jobs());
    this.settings = settings;
    this.observer = observer;
    design = settings.design();
    extras = settings.observation().extras();
    final BlueGeneTraffic traffic = settings.traffic();
    workload = traffic.ofJobs() ? null : traffic.streams();
    jobs = traffic.ofJobs() ? traffic.jobs(world(), settings.jobs()) : null;
  }

  /**
   * Builds the network that {@code settings} describe.
   *
   * @throws SettingsException naming all inconsistent settings
   */
  public static BlueGeneNetwork of(Settings settings) {
    return of(settings, TorusObservation.Observer.NONE);
  }

  /**
   * Builds the network that {@code settings} describe; {@code observer} receives every delivery.
   */
  public static BlueGeneNetwork of(Settings settings, TorusObservation.Observer observer) {
    return of(BlueGeneSettings.of(settings), observer);
  }

  static BlueGeneNetwork of(BlueGeneSettings settings, TorusObservation.Observer observer) {
    return new BlueGeneNetwork(settings, observer);
  }

  @Override
  public Long packetsUntilDrained() {
    return jobs == null ? (Long) settings.traffic().expectedDeliveries() : null;
  }

  @Override
  public Forecast forecast() {
    return jobs == null
        ? new TrafficForecast(settings.traffic(), run(), extras, topology().nodes()).forecast()
        : settings
            .jobs()
            .forecast(
                run(),
                TorusTotals.SIZE,
                bytes -> Jobs.packets(bytes, JobTraffic.PAYLOAD),
                topology()::distance);
  }

  @Override
  public List<String> remarks() {
    final List<String> remarks = new ArrayList<>();
    if (settings.traffic().leavesOut()) {
      final PathsAroundFailures around = settings.traffic().around();
      final int[] pair = around.unreachable();
      final long living = around.dead().living();
      if (pair != null) {
        remarks.add(
            String.format(
                Locale.ROOT,
                "%,d of %,d pairs of nodes exchange no packets, as no path leads around failed"
                    + " components; the first is from node %d to node %d",
                around.unreachablePairs(),
                living * (living - 1),
                pair[0],
                pair[1]));
      }
    }
    return remarks;
  }

  @Override
  protected ZeroLoad zeroLoad() {
    return new TorusZeroLoad(jobs, design);
  }

  @Override
  public Channels channels() {
    return new TorusChannels(topology(), design, BlueGeneRouter.deadlockRemedy(design));
  }

  @Override
  public Costs costs() {
    return COSTS.withMoreBytesPerNode(design.errors().bytesPerNode());
  }

  @Override
  public TorusPartition build(int partition) {
    return jobs == null
        ? partition(design, map(), partition, workload, observation())
        : partition(design, map(), partition, jobs, observation());
  }

  private static TorusPartition partition(
      RouterDesign design,
      PartitionMap map,
      int partition,
      JobTraffic jobs,
      TorusObservation observation) {
    final int[] nodes = map.routersOf(partition);
    final TorusMeasures measures =
        new TorusMeasures(observation, design, Supply.none(), jobs.hints().packets(), nodes);
    return new TorusPartition(
        design,
        jobs.torus(),
        map,
        partition,
        jobs.injection(),
        (wakes, pool) ->
            new Messaging(
                    jobs.world(),
                    nodes,
                    ranks -> new RankFifos(ranks, jobs, design, measures, nodes, wakes, pool),
                    jobs.jobs().statistics(),
                    measures)
                .transport(RankFifos.class),
        measures);
  }

  /** Builds a partition of routers and nodes. */
  static TorusPartition partition(
      RouterDesign design,
      PartitionMap map,
      int partition,
      InjectedTraffic workload,
      TorusObservation observation) {
    final int[] nodes = map.routersOf(partition);
    final TorusMeasures measures =
        new TorusMeasures(
            observation, design, workload.supply(nodes), workload.hints().packets(), nodes);
    return new TorusPartition(
        design,
        workload.torus(),
        map,
        partition,
        workload.injection(),
        (wakes, pool) -> new TorusNodes(workload, design, measures, nodes, wakes),
        measures);
  }

  private TorusObservation observation() {
    return new TorusObservation(
        run().warmupTicks(), run().measuredTo(), run().gridTicks(), observer, extras);
  }

  /**
   * Measurements of a partition.
   *
   * @param statistics statistics of jobs, null without jobs
   */
  private record Part(TorusMeasures measures, JobStatistics statistics) {}

  private Part load(Words words) {
    return new Part(
        TorusMeasures.load(observation(), design, words),
        jobs == null ? null : settings.jobs().load(words));
  }

  /** Returns the name of a link's row in a table; null if the port has no link. */
  private String nameOfLinks(LinkGrouping grouping, int node, int port) {
    if (!topology().hasLink(port)) {
      return null;
    }
    return switch (grouping) {
      case LINK, DIRECTION -> topology().portName(port);
      case DIMENSION -> topology().coordinateNames().get(port >>> 1);
      case REGION -> extras.region().partOf(node, topology().neighbour(node, port));
      default -> "all";
    };
  }

  @Override
  public RunResult unmeasured() {
    return result(measured(TorusMeasures.nothing(design), List.of(), 0), Map.of());
  }

  @Override
  public RunResult result(RunOutcome<TorusPartition> outcome) {
    final List<Part> all =
        outcome.statistics(part -> new Part(part.measures(), part.jobStatistics()), this::load);
    final List<TorusMeasures> parts = all.stream().map(Part::measures).toList();
    final TorusMeasures sum = TorusMeasures.nothing(design);
    parts.forEach(sum::add);
    final BlueGeneSummary summary = measured(sum, all, outcome.stopTick());
    final long ticks = summary.measured().ticks();
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    if (extras.heat()) {
      final PortCounts.Column carried =
          PortCounts.column(
              parts.stream().map(TorusMeasures::carried).toList(),
              topology().nodes(),
              LinkTables.BUSY);
      final LinkPicture.Loads loads = LinkPicture.Loads.of(carried, carried, (double) ticks, 1);
      HeatTable.ofDirections().addTo(tables, topology(), loads);
      if (LinkPicture.isDrawn(true, topology())) {
        LinkPicture.addTo(tables, topology(), PlaneDrawing.of(topology(), "node"), loads);
      }
    }
    if (extras.links()) {
      final List<String> vcs = VcNames.of(design);
      new LinkTables(
              topology(),
              this::nameOfLinks,
              parts.stream().map(TorusMeasures::links).toList(),
              (double) ticks)
          .addTo(
              tables,
              settings.observation().links(),
              grouping -> BlueGeneMetrics.links(grouping, vcs, design::vcChunks));
    }
    FlowTables.addTo(
        tables,
        extras.flows(),
        sum.flows(),
        summary.run().enoughArrived(),
        topology().nodes(),
        jobs == null ? settings.traffic()::sends : jobs::sends);
    if (jobs != null) {
      settings.jobs().addTo(tables, summary.jobs());
    }
    if (extras.log() == null) {
      return result(summary, tables);
    }
    final PacketLog.Merged log = PacketLog.merge(parts.stream().map(TorusMeasures::log).toList());
    tables.put(
        "packets", RunResult.Table.of(PacketTable.columns(VcNames.of(design)), log.entries()));
    return result(summary, tables)
        .with("packetLog", Map.of("complete", log.complete()), BlueGeneMetrics.LOG_COMPLETE);
  }

  private RunResult result(BlueGeneSummary summary, Map<String, RunResult.Table> tables) {
    final BlueGeneMetrics metrics =
        new BlueGeneMetrics(
            VcNames.of(design),
            settings.traffic().twoPhases(),
            extras.region() != null,
            extras.unblocking(),
            design.errors().present(),
            settings.jobs().metrics());
    return RunResult.of(
            metrics.ofRun(), summary, metrics.ofInterval(), summary.run().intervals(), tables)
        .with(JobMetrics.sizes(summary.jobs()));
  }

  private BlueGeneSummary measured(TorusMeasures measures, List<Part> parts, long stopTick) {
    final HotBox region = extras.region();
    final BlueGeneTraffic traffic = settings.traffic();
    final long enteringLinks = region == null ? 0 : traffic.bounds().enteringLinks(region);
    final MeasuredRun<TorusSpan> run =
        MeasuredRun.of(
            this,
            stopTick,
            measures,
            (from, to, totals) -> new TorusSpan(topology(), enteringLinks, from, to, totals));
    return new BlueGeneSummary(
        run,
        design,
        traffic,
        region,
        measures.mostTransfers(),
        ThroughputCurve.of(run),
        ofJobs(parts.stream().map(Part::statistics)));
  }
}
