package io.hopwright.models.fabric;

import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarNetwork;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchChannels;
import io.hopwright.models.switching.crossbar.SwitchPartition;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.switching.vcrouter.VcLoads;
import io.hopwright.models.switching.vcrouter.VcPartition;
import io.hopwright.models.switching.vcrouter.VcRouting;
import io.hopwright.models.switching.vcrouter.VcState;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.CircleDrawing;
import io.hopwright.models.topology.Drawing;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PlaneDrawing;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A fabric with all its parameters resolved. */
final class FabricNetwork extends CrossbarNetwork<Topology, FabricNodes, Void>
    implements GivenFabric.Network {
  private static final String ROUTER = "router";
  private static final String FLITS = "flits";

  /** Speeds on tori of 512 and 4,096 nodes at a load of 0.3. */
  private static final List<Costs.Speed> SPEEDS =
      List.of(new Costs.Speed(512, 6e6), new Costs.Speed(4_096, 5e6));

  /** The same, with input-queued routers. */
  private static final List<Costs.Speed> INPUT_QUEUED_SPEEDS =
      List.of(new Costs.Speed(512, 4.5e6), new Costs.Speed(4_096, 4.4e6));

  /** Bytes of a node with its own state, and of its packets in full buffers. */
  private static final long NODE_BYTES = 150;

  private static final long PACKETS_BYTES = 800;
  private static final long STATE_OF_PACKETS_BYTES = 200;

  /** Bytes of a router, and of each of its ports besides those of its VCs. */
  private static final long ROUTER_BYTES = 32;

  private static final long PORT_BYTES = 28;

  /** Bytes in every JVM: of a node, of a router, and of each end of its links, with its routes. */
  private static final long SHARED_NODE_BYTES = 30;

  private static final long SHARED_ROUTER_BYTES = 24;
  private static final long SHARED_END_BYTES = 20;

  private final FabricSettings settings;

  /** Computes the bounds when they are asked for, as it takes seconds in large fabrics. */
  private final Supplier<FabricBounds> computed;

  private FabricBounds bounds;

  /**
   * Builds the network of settings that fit together.
   *
   * @param bounds computes the bounds of its traffic
   */
  FabricNetwork(FabricSettings settings, Supplier<FabricBounds> bounds) {
    super(
        settings.spec().name(),
        settings.fabric().topology(),
        settings.map(),
        settings.spec().tickRate(),
        settings.run(),
        settings.design(),
        PortStatistics.totals(settings.design()),
        settings.observation(),
        settings.nodes().nodes(),
        settings.jobs(),
        nodes -> null,
        words -> null);
    this.settings = settings;
    computed = bounds;
  }

  @Override
  public GivenFabric givenFabric() {
    return settings;
  }

  @Override
  public long nodes(int partition) {
    return IntStream.of(map().routersOf(partition)).mapToLong(settings.nodes()::nodes).sum();
  }

  /** Returns the bounds of its traffic; null with jobs. */
  synchronized FabricBounds bounds() {
    if (bounds == null && world() == null) {
      bounds = computed.get();
    }
    return bounds;
  }

  @Override
  protected Forecast forecastOfPrograms() {
    final FabricRoutes routes = new FabricRoutes(settings.fabric(), settings.nodes());
    final FabricRouting.Drawn choices = new FabricRouting.Drawn(Purpose.ROUTE.draws(run().seed()));
    return settings
        .jobs()
        .forecast(
            run(),
            columns(),
            bytes -> Jobs.packets(bytes, settings.spec().dataBytes()),
            (from, to) -> {
              choices.of(from, to);
              return from == to ? 0 : routes.follow(from, to, choices);
            });
  }

  @Override
  public Map<String, Object> properties() {
    return settings.spec().properties();
  }

  @Override
  public List<String> remarks() {
    final List<String> remarks = new ArrayList<>(settings.spec().remarks());
    if (world() == null && bounds().sampled() > 0) {
      remarks.add(
          "The fabric has %s nodes and too many routes to follow all: bounds and forecast are of a sample of %s packets."
              .formatted(settings.nodes().nodes(), bounds().sampled()));
    }
    return remarks;
  }

  @Override
  public Costs costs() {
    final boolean isIdeal = settings.fabric().router() == null;
    final long vcBytes = isIdeal ? Long.BYTES : VcState.VC_BYTES;
    final long portBytes =
        PORT_BYTES + (isIdeal ? 0 : VcState.PORT_BYTES) + vcBytes * design().vcs();
    final long routerBytes = ROUTER_BYTES + design().ports() * portBytes;
    final long restBytes = NODE_BYTES + topology().routers() * routerBytes / nodes();
    final long ends = IntStream.range(0, topology().routers()).mapToLong(topology()::ports).sum();
    final long sharedBytes =
        SHARED_NODE_BYTES
            + (SHARED_ROUTER_BYTES * topology().routers() + SHARED_END_BYTES * ends) / nodes();
    return new Costs(
        true,
        isIdeal ? SPEEDS : INPUT_QUEUED_SPEEDS,
        0.1e-6,
        10e-6,
        new Costs.NodeBytes(restBytes, restBytes + PACKETS_BYTES),
        new Costs.NodeBytes(restBytes, restBytes + STATE_OF_PACKETS_BYTES),
        sharedBytes,
        200_000,
        design().packets().words());
  }

  @Override
  public Channels channels() {
    return settings.fabric().router() == null
        ? channels(FLITS, settings.spec().flitBytes(), settings.spec().deadlockRemedy())
        : new SwitchChannels(
            topology(),
            design(),
            SwitchChannels.Queues.OF_INPUTS,
            FLITS,
            settings.spec().flitBytes(),
            settings.spec().deadlockRemedy());
  }

  @Override
  protected ZeroLoad zeroLoad() {
    return new FabricZeroLoad(settings);
  }

  @Override
  protected OpenLoop openLoop() {
    if (world() != null) {
      return null;
    }
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
  public SwitchPartition<FabricNodes> build(int partition) {
    final int[] routers = map().routersOf(partition);
    final int[] nodes = IntStream.of(routers).flatMap(settings.nodes()::of).toArray();
    final PortNodes places = PortNodes.of(design(), routers);
    final CommandQueues packets =
        world() == null ? new CommandQueues(settings.packets(), settings.segments(), nodes) : null;
    final Measures<Totals> measures = measures(packets == null ? Supply.none() : packets);
    final Function<Site, FabricNodes> endpoints =
        site ->
            new FabricNodes(
                settings,
                routers.length,
                places,
                packets == null
                    ? ranks(places, site.of(nodes))
                    : new PatternPackets(packets, settings.spec()),
                site.of(nodes));
    return settings.fabric().router() == null
        ? idealCrossbars(partition, endpoints, measures)
        : inputQueued(partition, endpoints, measures);
  }

  private JobPackets ranks(PortNodes places, Site site) {
    return ranks(
        JobPackets.class,
        site.nodes(),
        ranks -> new JobPackets(ranks, settings.spec(), places, site),
        site.measures());
  }

  private SwitchPartition<FabricNodes> idealCrossbars(
      int partition, Function<Site, FabricNodes> endpoints, Measures<Totals> measures) {
    return build(
        partition,
        new CrossbarPartition.Parts<FabricNodes>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new FabricRouting(settings, partition, pool);
          }

          @Override
          public FabricNodes endpoints(Site site) {
            return endpoints.apply(site);
          }
        },
        measures,
        settings.longestDelay());
  }

  private SwitchPartition<FabricNodes> inputQueued(
      int partition, Function<Site, FabricNodes> endpoints, Measures<Totals> measures) {
    return new VcPartition<>(
        settings.fabric().router(),
        design(),
        world() == null,
        topology(),
        map(),
        partition,
        new VcPartition.Parts<FabricNodes>() {
          @Override
          public VcRouting routing(VcLoads loads, PacketPool pool) {
            return new FabricVcRouting(settings, partition, pool, loads);
          }

          @Override
          public FabricNodes endpoints(Site site) {
            return endpoints.apply(site);
          }
        },
        ports(partition),
        measures,
        settings.longestDelay());
  }

  @Override
  protected RunResult result(Sum<Void> sum) {
    final MeasuredRun<PortSpan> measured = measured(sum, PortSpan.Timing.OF_ALL);
    return RunResult.of(
            FabricMetrics.ofRun(settings.spec(), settings.jobs().metrics()),
            new FabricSummary(measured, settings, bounds(), sum.jobs()),
            FabricMetrics.ofInterval(settings.spec()),
            measured.intervals(),
            tables(
                measured,
                sum,
                new LinkMap<>(
                    FabricMetrics.heat(settings.spec()),
                    (measures, ticks) ->
                        heat(router -> FabricMetrics.place(settings, router), measures, ticks),
                    this::drawing,
                    settings.spec().flitBytes()),
                settings.nodes().nodes(),
                senders(node -> settings.sources().sends(node))))
        .with(JobMetrics.sizes(sum.jobs()));
  }

  private Drawing drawing() {
    return topology() instanceof Grid grid
        ? PlaneDrawing.of(grid, ROUTER)
        : CircleDrawing.of(topology(), ROUTER, router -> "");
  }
}
