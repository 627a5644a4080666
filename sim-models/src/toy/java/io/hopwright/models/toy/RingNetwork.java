package io.hopwright.models.toy;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.run.BoundMetrics;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarNetwork;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.LinkedHashMap;
import java.util.Map;

/** A ring with all its parameters fixed. */
final class RingNetwork extends CrossbarNetwork<Grid, RingNodes, Void> {
  private static final int REACH = 1_000;

  private final RingSettings settings;
  private final RingBounds bounds;

  RingNetwork(RingSettings settings) {
    super(
        Ring.NAME,
        settings.ring(),
        settings.map(),
        new TickRate(1_000_000_000, 1),
        settings.run(),
        settings.design(),
        PortStatistics.totals(settings.design()),
        settings.observation(),
        null,
        nodes -> null,
        words -> null);
    this.settings = settings;
    bounds = RingBounds.of(settings.ring(), settings.sources());
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
  public Channels channels() {
    return channels("flits", RingSettings.FLIT_BYTES);
  }

  private OpenLoop openLoop() {
    final double most = bounds.load() / RingSettings.PACKET_FLITS;
    final Sources sources = settings.sources();
    return new OpenLoop(
        run(),
        sources.offering(),
        settings.packetsPerTick().isPresent()
            ? (Double) settings.packetsPerTick().getAsDouble()
            : null,
        most,
        most,
        sources.isFinite() ? (double) sources.messages() * nodes() : Double.POSITIVE_INFINITY,
        1,
        bounds.hops(),
        0);
  }

  @Override
  public CrossbarPartition<RingNodes> build(int partition) {
    final int[] nodes = settings.map().routersOf(partition);
    final CommandQueues packets =
        new CommandQueues(settings.packets(), RingSettings.PACKETS, nodes);
    final Measures<Totals> measures = measures(packets);
    return build(
        partition,
        new CrossbarPartition.Parts<RingNodes>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new RingRouting(
                settings.ring().routers(), settings.map(), partition, settings.design(), pool);
          }

          @Override
          public RingNodes endpoints(Site site) {
            return new RingNodes(settings, packets, site);
          }
        },
        measures,
        REACH);
  }

  /** Returns the mean over all nodes of what can be delivered, in bytes per tick. */
  private double throughput() {
    return bounds.load() * RingSettings.FLIT_BYTES * settings.sources().offering() / nodes();
  }

  @Override
  protected RunResult result(Sum<Void> sum) {
    final MeasuredRun<RingSpan> measured =
        MeasuredRun.of(
            this,
            sum.stopTick(),
            sum.measures(),
            (from, to, totals) -> new RingSpan(nodes(), from, to, totals));
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    addLinks(tables, sum, measured.measured().ticks());
    return RunResult.of(
        new Metrics<MeasuredRun<?>>()
            .addAll(SharedMetrics.ofRun("nodes", Rate.PER_TICK), whole -> whole)
            .add("bounds.load", "", "Bound of the load", whole -> bounds.load())
            .meaning("the largest load that links and nodes can carry")
            .addAll(
                BoundMetrics.throughput(Rate.PER_TICK.unit(), whole -> throughput()),
                whole -> whole),
        measured,
        SharedMetrics.ofInterval(Rate.PER_TICK),
        measured.intervals(),
        tables);
  }
}
