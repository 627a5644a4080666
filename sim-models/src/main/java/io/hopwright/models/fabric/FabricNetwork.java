package io.hopwright.models.fabric;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarNetwork;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.PortsInUse;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.CircleDrawing;
import io.hopwright.models.topology.Drawing;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PlaneDrawing;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** A fabric with all its parameters fixed. */
final class FabricNetwork extends CrossbarNetwork<Topology, FabricNodes, Void> {
  private static final String ROUTER = "router";

  private final FabricSettings settings;

  /** Null until it is asked for, as large fabrics take a second or two. */
  private FabricBounds bounds;

  /** Builds the network of settings that fit together. */
  FabricNetwork(FabricSettings settings) {
    super(
        settings.spec().name(),
        settings.fabric().topology(),
        settings.map(),
        settings.spec().tickRate(),
        settings.run(),
        settings.design(),
        PortStatistics.totals(settings.design()),
        settings.observation(),
        null,
        nodes -> null,
        words -> null);
    this.settings = settings;
  }

  @Override
  public long nodes() {
    return settings.nodes().nodes();
  }

  @Override
  public long nodes(int partition) {
    return IntStream.of(map().routersOf(partition)).mapToLong(settings.nodes()::nodes).sum();
  }

  private synchronized FabricBounds bounds() {
    if (bounds == null) {
      bounds = FabricBounds.of(settings);
    }
    return bounds;
  }

  @Override
  public Long packetsUntilDrained() {
    return openLoop().packetsUntilDrained();
  }

  @Override
  public Forecast forecast() {
    return openLoop().forecast(IntervalSeries.rowBytes(columns()), observed().flows());
  }

  @Override
  public List<String> remarks() {
    return bounds().sampled() == 0
        ? List.of()
        : List.of(
            "Bounds and forecast sum the routes from %s of %s nodes, which are a sample."
                .formatted(bounds().sampled(), nodes()));
  }

  @Override
  public Channels channels() {
    return channels("flits", settings.spec().flitBytes());
  }

  private OpenLoop openLoop() {
    final Sources sources = settings.sources();
    final FabricSpec spec = settings.spec();
    final OptionalDouble offered = settings.packetsPerTick();
    final double most = bounds().load() / spec.nodeTicks();
    return new OpenLoop(
        run(),
        sources.offering(),
        offered.isPresent() ? (Double) offered.getAsDouble() : null,
        most,
        most,
        sources.isFinite() ? (double) sources.messages() * nodes() : Double.POSITIVE_INFINITY,
        1,
        bounds().hops(),
        spec.injection() + (bounds().zeroLoadTicks() - spec.injection() - spec.ejection()) / 2);
  }

  @Override
  public CrossbarPartition<FabricNodes> build(int partition) {
    final int[] routers = map().routersOf(partition);
    final int[] nodes = IntStream.of(routers).flatMap(settings.nodes()::of).toArray();
    final CommandQueues packets = new CommandQueues(settings.packets(), settings.segments(), nodes);
    final Measures<Totals> measures = measures(packets);
    return build(
        partition,
        new CrossbarPartition.Parts<FabricNodes>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new FabricRouting(settings, partition, pool);
          }

          @Override
          public FabricNodes endpoints(Site site) {
            return new FabricNodes(
                settings, routers.length, PortNodes.of(design(), routers), packets, site.of(nodes));
          }
        },
        measures,
        settings.longestDelay());
  }

  @Override
  protected RunResult result(Sum<Void> sum) {
    final PortsInUse ports = PortsInUse.of(topology(), design());
    final MeasuredRun<FabricSpan> measured =
        MeasuredRun.of(
            this,
            sum.stopTick(),
            sum.measures(),
            (from, to, totals) -> new FabricSpan(ports, nodes(), from, to, totals));
    return RunResult.of(
        FabricMetrics.ofRun(settings.spec()),
        new FabricSummary(measured, settings, bounds()),
        FabricMetrics.ofInterval(settings.spec()),
        measured.intervals(),
        tables(measured, sum));
  }

  private Map<String, RunResult.Table> tables(MeasuredRun<?> measured, Sum<Void> sum) {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    if (sum.isEmpty()) {
      return tables;
    }
    final long ticks = measured.measured().ticks();
    if (observed().heat()) {
      FabricMetrics.heat(settings.spec())
          .addTo(tables, heat(router -> FabricMetrics.place(settings, router), sum, ticks));
    }
    addPicture(tables, this::drawing, sum, ticks, settings.spec().flitBytes());
    addLinks(tables, sum, ticks);
    FlowTables.addTo(
        tables,
        observed().flows(),
        sum.measures().flows(),
        measured.enoughArrived(),
        settings.nodes().nodes(),
        settings.sources()::sends);
    return tables;
  }

  private Drawing drawing() {
    return topology() instanceof Grid grid
        ? PlaneDrawing.of(grid, ROUTER)
        : CircleDrawing.of(topology(), ROUTER, router -> "");
  }
}
