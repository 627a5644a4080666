package io.hopwright.models.cascade;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.cascade.aries.AriesJobs;
import io.hopwright.models.cascade.aries.AriesMessages;
import io.hopwright.models.cascade.aries.AriesNics;
import io.hopwright.models.cascade.aries.AriesWorkload;
import io.hopwright.models.cascade.aries.MessageLines;
import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.nic.CascadeNics;
import io.hopwright.models.cascade.nic.JobRequests;
import io.hopwright.models.cascade.nic.NicStatistics;
import io.hopwright.models.cascade.nic.RateNics;
import io.hopwright.models.cascade.nic.SyntheticRequests;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.Messages;
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
import io.hopwright.models.switching.crossbar.PortFaults;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.CircleDrawing;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.topology.Drawing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A Cascade network with all its parameters resolved. */
public final class CascadeNetwork extends CrossbarNetwork<Dragonfly, CascadeNics, NicStatistics> {
  /** Rate of the clock. */
  static final TickRate TICKS = new TickRate(43_750_000_000L, 1);

  private static final int REACH = 32_000;

  private static final Costs COSTS = costs(1.5e6, 1.3e6, new Costs.NodeBytes(700, 15_600));

  /** Costs with Aries NICs, a little over half as fast; {@link AriesNics#moreBytes} are added. */
  private static final Costs ARIES_COSTS = costs(0.8e6, 0.7e6, new Costs.NodeBytes(1_850, 2_500));

  private final CascadeSettings settings;

  /** Messages of each rank of a node, null with jobs. */
  private final List<Messages> messages;

  /** Builds the network of settings that fit together. */
  CascadeNetwork(CascadeSettings settings) {
    super(
        "cascade",
        settings.topology().dragonfly(),
        settings.map(),
        TICKS,
        settings.run(),
        settings.router().design(),
        CascadeCounter.SIZE,
        settings.observation(),
        settings.topology().dragonfly().nodes(),
        settings.jobs(),
        CascadeNics::statistics,
        NicStatistics::load);
    this.settings = settings;
    final boolean jobs = settings.workload().jobs();
    messages = jobs ? null : settings.workload().messages(run());
  }

  /**
   * Builds the network that {@code settings} describe.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static CascadeNetwork of(Settings settings) {
    return new CascadeNetwork(CascadeSettings.of(settings));
  }

  @Override
  public long nodes(int partition) {
    return IntStream.of(nodesAt(partition)).filter(node -> node != Dragonfly.NONE).count();
  }

  /** Returns the node of each NIC of a partition, {@link Dragonfly#NONE} where there is none. */
  private int[] nodesAt(int partition) {
    return IntStream.of(map().routersOf(partition))
        .flatMap(
            aries -> IntStream.range(0, Dragonfly.NICS).map(nic -> topology().nodeAt(aries, nic)))
        .toArray();
  }

  @Override
  protected OpenLoop openLoop() {
    return settings.workload().jobs() ? null : new CascadeForecast(settings).openLoop();
  }

  @Override
  protected Forecast forecastOfPrograms() {
    return settings
        .jobs()
        .forecast(
            run(),
            columns(),
            bytes -> 2 * Jobs.packets(bytes, CascadePackets.MAX_DATA),
            new CascadeForecast(settings)::links);
  }

  @Override
  protected ZeroLoad zeroLoad() {
    return settings.aries() == null
        ? new RateZeroLoad(settings)
        : new AriesZeroLoad(settings, world().table().communicators());
  }

  /** Returns costs by the packet-hops per second of two sizes. */
  private static Costs costs(double small, double large, Costs.NodeBytes state) {
    return new Costs(
        true,
        List.of(new Costs.Speed(3_072, small), new Costs.Speed(24_576, large)),
        0.1e-6,
        8e-6,
        new Costs.NodeBytes(1_100, 56_000),
        state,
        100,
        200_000,
        3);
  }

  @Override
  public Channels channels() {
    return channels("flits", CascadePackets.FLIT_BYTES);
  }

  @Override
  public Costs costs() {
    if (settings.aries() == null) {
      return COSTS;
    }
    final boolean jobs = settings.workload().jobs();
    final AriesWorkload operations = settings.workload().aries();
    return ARIES_COSTS.withMoreBytesPerNode(
        AriesNics.moreBytes(
            jobs ? AriesJobs.slots(settings.jobs().placed()) : operations.ranks(),
            jobs,
            jobs || operations.operation().inBlocks(),
            settings.trees() != null));
  }

  /**
   * Returns the keys of failures that begin later, with their first effect. In-order packets of
   * jobs may overtake from the first tick on.
   */
  @Override
  public Map<String, Long> effectiveFrom() {
    final Map<String, Long> keys = new TreeMap<>(super.effectiveFrom());
    if (world() == null || !settings.routing().inOrder()) {
      keys.putAll(settings.faultsFrom());
    }
    return keys;
  }

  @Override
  public CrossbarPartition<CascadeNics> build(int partition) {
    final int routers = map().routers(partition);
    final int[] nodes = nodesAt(partition);
    final CommandQueues queues =
        world() == null ? new CommandQueues(messages, settings.workload().requests(), nodes) : null;
    if (queues != null && settings.faults() != null) {
      queues.endAt(
          IntStream.range(0, nodes.length)
              .map(nic -> map().router(partition, nic / Dragonfly.NICS))
              .mapToLong(settings.faults()::failureOf)
              .toArray());
    }
    final Measures<Totals> measures = measures(queues == null ? Supply.none() : queues);
    return build(
        partition,
        new CrossbarPartition.Parts<CascadeNics>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new DragonflyRouting(
                topology(),
                settings.routing(),
                settings.faults(),
                map().router(partition, 0),
                routers,
                design(),
                switches,
                pool);
          }

          @Override
          public Retry retry() {
            return settings.errors().any() ? retries(partition, measures.totals()) : null;
          }

          @Override
          public PortFaults faults() {
            return settings.faults() == null
                ? null
                : settings.faults().ofRouters(map().routersOf(partition));
          }

          @Override
          public CascadeNics endpoints(Site site) {
            final Site nics = site.of(nodes);
            return settings.aries() == null ? nics(queues, nics) : ariesNics(queues, nics);
          }
        },
        measures,
        REACH);
  }

  private Retry retries(int partition, Totals counted) {
    final int[] aries = map().routersOf(partition);
    return new Retry(
        settings
            .errors()
            .frames(Purpose.ERROR.draws(run().seed()), settings.router().linkTicks(), aries),
        aries.length * Dragonfly.TILES,
        settings.errors().retryTicks(),
        CascadeCounter.FRAMES,
        counted);
  }

  private RateNics nics(CommandQueues queues, Site site) {
    return new RateNics(
        settings.node(),
        queues == null ? ranks(site) : new SyntheticRequests(queues, site.pool()),
        site);
  }

  private AriesNics ariesNics(CommandQueues queues, Site site) {
    final CascadeWorkload workload = settings.workload();
    return new AriesNics(
        settings.ariesNode(),
        queues == null
            ? ariesRanks(site)
            : new AriesMessages(
                workload.aries(),
                messages,
                queues,
                workload.requests(),
                lines(site.nodes().length)),
        queues != null && messages.get(0).saturated(),
        site);
  }

  /** Returns empty lines for the given number of NICs, null if messages are not block transfers. */
  private MessageLines lines(int nics) {
    final AriesWorkload workload = settings.workload().aries();
    final int channels = settings.aries().keys().engine().channelsOf(workload.ranks());
    return workload.operation().inBlocks()
        ? new MessageLines(workload.operation(), settings.workload().requests(), nics * channels)
        : null;
  }

  /** Returns whether packets may overtake each other; new tables let them in any mode. */
  private boolean overtaking() {
    return !settings.routing().inOrder()
        || (settings.faults() != null && settings.faults().anyLater());
  }

  private JobRequests ranks(Site site) {
    return ranks(
        JobRequests.class,
        site.nodes(),
        ranks -> new JobRequests(ranks, site, overtaking(), RateNics.PAIRS),
        site.measures());
  }

  private AriesJobs ariesRanks(Site site) {
    return ranks(
        AriesJobs.class,
        site.nodes(),
        ranks ->
            new AriesJobs(
                ranks,
                site,
                AriesJobs.slots(settings.jobs().placed()),
                world().uses(Primitive.AMO),
                settings.aries().keys(),
                overtaking(),
                AriesNics.COMMAND_UNITS),
        site.measures());
  }

  @Override
  protected RunResult result(Sum<NicStatistics> sum) {
    final MeasuredRun<PortSpan> measured =
        measured(
            sum, PortSpan.Timing.ofRequests(CascadeCounter.REQUESTS, CascadeCounter.REQUEST_HOPS));
    return RunResult.of(
            CascadeMetrics.ofRun(settings.jobs().metrics()),
            new CascadeSummary(
                measured,
                settings,
                sum.endpoints(),
                new CascadeSystemSummary(settings, new CascadeForecast(settings).throughput()),
                sum.jobs()),
            CascadeMetrics.ofInterval(),
            measured.intervals(),
            tables(
                measured,
                sum,
                new LinkMap<>(
                    CascadeMetrics.heat(),
                    (measures, ticks) -> heat(this::place, measures, ticks),
                    this::drawing,
                    CascadePackets.FLIT_BYTES),
                topology().nodes(),
                senders(settings.workload()::sends)))
        .with(JobMetrics.sizes(sum.jobs()));
  }

  /** Draws the Aries of each group on a ring, ordered by chassis. */
  private Drawing drawing() {
    return CircleDrawing.of(
        topology(),
        "Aries",
        aries ->
            "group %s, chassis %s, blade %s"
                .formatted(
                    topology().groupOf(aries),
                    topology().chassisOf(aries),
                    topology().bladeOf(aries)),
        topology()::groupOf,
        group -> topology().groups() == 1 ? "" : "group " + group);
  }

  /** Returns the Aries that a port leads to, its own if it is a tile, {@code NONE} without link. */
  private int farAries(int aries, int port) {
    return port < Dragonfly.TILES ? topology().neighbour(aries, port) : aries;
  }

  /** Returns the name of a port's row in a table; null if the table does not have the port. */
  private String nameOfPorts(LinkGrouping grouping, int aries, int port) {
    if (farAries(aries, port) == Dragonfly.NONE) {
      return null;
    }
    if (grouping != LinkGrouping.WHOLE) {
      return design().kinds().get(design().kind(aries, port)).name();
    }
    return port < Dragonfly.TILES ? "all" : null;
  }

  /** Returns the group of an Aries, and its place there. */
  private List<Long> place(int aries) {
    final int group = topology().groupOf(aries);
    return List.of((long) group, (long) aries - topology().firstAries(group));
  }

  @Override
  protected void addLinks(Map<String, RunResult.Table> tables, Sum<NicStatistics> sum, long ticks) {
    if (!observed().links().isEmpty()) {
      linkTables(this::nameOfPorts, sum, ticks)
          .addTo(
              tables,
              observed().links(),
              grouping -> CascadeMetrics.links(grouping, this::farAries));
    }
  }
}
