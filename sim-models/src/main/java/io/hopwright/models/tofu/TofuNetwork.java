package io.hopwright.models.tofu;

import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.NodeStatistics;
import io.hopwright.models.link.Retry;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarNetwork;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tofu.network.FrameLanes;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuCounter;
import io.hopwright.models.tofu.network.TofuFrames;
import io.hopwright.models.tofu.network.TofuPacketId;
import io.hopwright.models.tofu.network.TofuPaths;
import io.hopwright.models.tofu.network.TofuRouting;
import io.hopwright.models.tofu.tni.JobCommands;
import io.hopwright.models.tofu.tni.SyntheticCommands;
import io.hopwright.models.tofu.tni.TniTraffic;
import io.hopwright.models.tofu.tni.Tnis;
import io.hopwright.models.topology.PlaneDrawing;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.VirtualTorus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A Tofu network with all its parameters resolved. */
public final class TofuNetwork extends CrossbarNetwork<Tofu6D, Tnis, NodeStatistics> {
  /** Longer than any usual delay. */
  private static final int REACH = 1_000;

  private static final Costs COSTS =
      new Costs(
          true,
          List.of(new Costs.Speed(3_072, 2.1e6), new Costs.Speed(82_944, 1.2e6)),
          0.1e-6,
          13e-6,
          new Costs.NodeBytes(1_450, 6_500),
          new Costs.NodeBytes(1_250, 2_200),
          100,
          200_000,
          3);

  private final TofuSettings settings;
  private final Generation generation;
  private final TniTraffic traffic;
  private final TofuPaths ways;

  /** Builds the network of settings that fit together. */
  TofuNetwork(TofuSettings settings) {
    super(
        Tofu.NAME,
        settings.topology().machine(),
        settings.map(),
        settings.topology().generation().tickRate(),
        settings.run(),
        settings.router(),
        TofuCounter.SIZE,
        settings.observation(),
        settings.topology().machine().routers(),
        settings.jobs(),
        Tnis::statistics,
        NodeStatistics::load);
    this.settings = settings;
    generation = settings.topology().generation();
    traffic = settings.workload().traffic(run());
    ways = new TofuPaths(topology());
  }

  /**
   * Builds the network that {@code settings} describe.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static TofuNetwork of(Settings settings) {
    return new TofuNetwork(TofuSettings.of(settings));
  }

  /** The traffic of barriers is negligible. */
  @Override
  protected OpenLoop openLoop() {
    return settings.workload().jobs() || settings.workload().barrier()
        ? null
        : new TofuBounds(settings).openLoop(run(), settings.hopTicks());
  }

  @Override
  protected Forecast forecastOfPrograms() {
    final int mtuBytes = settings.tnis().keys().mtuBytes();
    final int answers = settings.tnis().keys().acknowledge() ? 1 : 0;
    return settings
        .jobs()
        .forecast(
            run(),
            columns(),
            bytes -> Jobs.packets(bytes, mtuBytes) + answers,
            topology().grid()::distance);
  }

  @Override
  public Long packetsUntilDrained() {
    return settings.workload().barrier()
        ? (Long) settings.barriers().completions()
        : super.packetsUntilDrained();
  }

  @Override
  public Channels channels() {
    return channels("units", TofuFrames.UNIT_BYTES);
  }

  @Override
  public Costs costs() {
    return COSTS;
  }

  /** Returns the keys of bursts of errors that begin later, with their first effect. */
  @Override
  public Map<String, Long> effectiveFrom() {
    final Map<String, Long> keys = new TreeMap<>(super.effectiveFrom());
    keys.putAll(settings.errors().from());
    return keys;
  }

  @Override
  protected ZeroLoad zeroLoad() {
    return new TofuZeroLoad(settings, traffic, world().table().communicators());
  }

  @Override
  public CrossbarPartition<Tnis> build(int partition) {
    final int[] nodes = map().routersOf(partition);
    final CommandQueues queues =
        world() == null ? new CommandQueues(traffic.messages(), traffic.segments(), nodes) : null;
    final Measures<Totals> measures = measures(queues == null ? Supply.none() : queues);
    return build(
        partition,
        new CrossbarPartition.Parts<Tnis>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new TofuRouting(topology(), ways, map(), partition, design(), pool);
          }

          @Override
          public Retry retry() {
            return settings.errors().any() ? lossy(nodes, measures.totals()) : null;
          }

          @Override
          public Tnis endpoints(Site site) {
            return new Tnis(
                settings.node(),
                traffic,
                queues == null ? ranks(site) : new SyntheticCommands(queues, traffic.operation()),
                site);
          }
        },
        measures,
        REACH);
  }

  private Retry lossy(int[] nodes, Totals counted) {
    final int roundTripTicks = 2 * settings.hopTicks();
    return new Retry(
        new FrameLanes(
            generation,
            settings.errors(),
            Purpose.ERROR.draws(run().seed()),
            roundTripTicks,
            nodes,
            TofuCounter.LINKS,
            counted),
        nodes.length * Tofu6D.PORTS,
        roundTripTicks,
        TofuCounter.LINKS,
        counted);
  }

  private JobCommands ranks(Site site) {
    final int unit = Tnis.ranksUnit(generation.tnis());
    return ranks(
        JobCommands.class,
        site.nodes(),
        ranks ->
            new JobCommands(
                ranks,
                new TofuPacketId(topology()),
                traffic,
                world().uses(Primitive.AMO),
                site,
                unit),
        site.measures());
  }

  @Override
  protected RunResult result(Sum<NodeStatistics> sum) {
    final MeasuredRun<PortSpan> measured =
        measured(
            sum, PortSpan.Timing.ofRequests(TofuCounter.COMPLETED, TofuCounter.COMPLETED_HOPS));
    return RunResult.of(
            TofuMetrics.ofRun(generation, settings.jobs().metrics()),
            new TofuSummary(
                measured,
                sum.endpoints(),
                new TofuSystemSummary(settings),
                settings.errors().any(),
                sum.jobs(),
                generation.gigabytesPerSecond()),
            TofuMetrics.ofInterval(generation),
            measured.intervals(),
            tables(
                measured,
                sum,
                new LinkMap<>(
                    TofuMetrics.heat(),
                    this::heat,
                    () -> PlaneDrawing.of(topology(), "node"),
                    TofuFrames.UNIT_BYTES),
                topology().routers(),
                senders(settings.workload()::sends)))
        .with(JobMetrics.sizes(sum.jobs()));
  }

  /** Returns the rows of the map of links in the order of the virtual torus. */
  private List<HeatTable.Row> heat(Sum<NodeStatistics> sum, long ticks) {
    final VirtualTorus virtual = new VirtualTorus(topology());
    final List<HeatTable.Row> rows =
        heat(node -> virtual.torus().place(virtual.point(node)), sum, ticks);
    rows.sort(Comparator.comparingInt(row -> virtual.point((int) row.router())));
    return rows;
  }
}
