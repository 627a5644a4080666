package io.hopwright.models.extoll;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.extoll.network.BitErrors;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollCounter;
import io.hopwright.models.extoll.network.ExtollPorts;
import io.hopwright.models.extoll.network.TableRouting;
import io.hopwright.models.extoll.smfu.AcceleratorWindows;
import io.hopwright.models.extoll.smfu.Accesses;
import io.hopwright.models.extoll.smfu.ConfigurationSpace;
import io.hopwright.models.extoll.smfu.Registers;
import io.hopwright.models.extoll.units.DeviceDesign;
import io.hopwright.models.extoll.units.ExtollEndpoints;
import io.hopwright.models.extoll.units.ExtollNodeDesign;
import io.hopwright.models.extoll.units.ExtollStatistics;
import io.hopwright.models.extoll.units.LinkUnits;
import io.hopwright.models.extoll.units.NicUnits;
import io.hopwright.models.extoll.units.UnitProgram;
import io.hopwright.models.extoll.units.UnitRanks;
import io.hopwright.models.extoll.units.UnitThreads;
import io.hopwright.models.host.AddressMap;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.link.Retry;
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
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PlaneDrawing;
import java.util.List;

/** An EXTOLL network with all its parameters resolved. */
public final class ExtollNetwork
    extends CrossbarNetwork<AttachedTorus, ExtollEndpoints, ExtollStatistics> {
  /** Rate of the clock: 63 ticks are 5 ns. */
  static final TickRate TICKS = new TickRate(12_600_000_000L, 1);

  /** Longer than any usual delay. */
  private static final int REACH = 8_000;

  /** Of 2,048 nodes with packets of links alone; most of it are tables, which grow with them. */
  private static final Costs.NodeBytes MEMORY = new Costs.NodeBytes(42_000, 45_000);

  private final ExtollSettings settings;

  /** Asked for by forecasts and results alike. */
  private final ExtollBounds bounds;

  private final int cellTicks;

  /** Program of the threads, null if there are none. */
  private final UnitProgram threads;

  /** Builds the network of consistent settings. */
  public ExtollNetwork(ExtollSettings settings) {
    super(
        Extoll.NAME,
        settings.topology().torus(),
        settings.map(),
        TICKS,
        settings.run(),
        settings.router().design(),
        ExtollCounter.SIZE,
        settings.observation(),
        settings.topology().torus().routers(),
        settings.jobs(),
        ExtollEndpoints::statistics,
        ExtollStatistics::load);
    this.settings = settings;
    bounds = new ExtollBounds(settings);
    cellTicks = settings.topology().nic().cellTicks();
    threads = settings.workload().threads(run());
  }

  @Override
  protected OpenLoop openLoop() {
    return settings.workload().isTraffic()
        ? bounds.openLoop(
            run(), settings.units().injectionTicks() + bounds.meanHops() / 2 * settings.hopTicks())
        : null;
  }

  /** The duration of threads is unknown before a run, and negligible. */
  @Override
  protected Forecast forecastOfPrograms() {
    final long eagerBytes = settings.jobs().software().eagerBytes();
    return settings
        .jobs()
        .forecast(
            run(),
            columns(),
            bytes ->
                Jobs.packets(
                    bytes, bytes <= eagerBytes ? UnitRanks.MOST_MAIL : ExtollCells.MOST_DATA),
            settings.router().tables()::hops);
  }

  @Override
  public Long packetsUntilDrained() {
    return settings.workload().program() == null ? super.packetsUntilDrained() : null;
  }

  @Override
  public Channels channels() {
    return channels("cells", ExtollCells.BYTES);
  }

  @Override
  public Costs costs() {
    return new Costs(
        true,
        List.of(new Costs.Speed(64, 1e6), new Costs.Speed(512, 0.98e6)),
        0.1e-6,
        360e-6,
        MEMORY,
        settings.workload().program() == null
            ? new Costs.NodeBytes(570, 1_900)
            : new Costs.NodeBytes(3_300, 3_600),
        100,
        200_000,
        6);
  }

  @Override
  protected ZeroLoad zeroLoad() {
    return new ExtollZeroLoad(settings);
  }

  @Override
  public CrossbarPartition<ExtollEndpoints> build(int partition) {
    final int[] nodes = map().routersOf(partition);
    final boolean alone = settings.workload().program() == null;
    final CommandQueues queues = alone ? queues(nodes) : null;
    final Measures<Totals> measures = measures(queues == null ? Supply.none() : queues);
    return build(
        partition,
        new CrossbarPartition.Parts<ExtollEndpoints>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new TableRouting(settings.router().tables(), nodes, new Vc(design()), pool);
          }

          @Override
          public Retry retry() {
            return settings.router().bitErrorRate() > 0 ? lossy(nodes, measures.totals()) : null;
          }

          @Override
          public ExtollEndpoints endpoints(Site site) {
            return alone ? linkUnits(queues, site) : units(site);
          }
        },
        measures,
        REACH);
  }

  private CommandQueues queues(int... nodes) {
    final ExtollWorkload workload = settings.workload();
    return new CommandQueues(workload.messages(run()), workload.segments(), senders(nodes));
  }

  private LinkUnits linkUnits(CommandQueues queues, Site site) {
    return new LinkUnits(
        settings.units(),
        cellTicks,
        settings.hopTicks(),
        settings.workload().keys().units(),
        queues,
        site);
  }

  private NicUnits units(Site site) {
    final int[] nodes = site.nodes();
    final AcceleratorWindows windows = settings.workload().program().windows();
    final int accelerators = settings.topology().accelerators();
    final int all = settings.topology().hosts();
    final AddressMap[] maps = new AddressMap[nodes.length];
    final int[] hosts = new int[nodes.length];
    final int[] places = new int[nodes.length];
    final ConfigurationSpace[] spaces = new ConfigurationSpace[nodes.length];
    for (int node = 0; node < nodes.length; node++) {
      if (nodes[node] < accelerators) {
        hosts[node] = AcceleratorWindows.host(nodes[node], accelerators, all);
        places[node] = AcceleratorWindows.place(nodes[node], accelerators, all);
        spaces[node] = new ConfigurationSpace(windows.device());
      } else {
        maps[node] =
            windows.ofHost(AcceleratorWindows.accelerators(nodes[node], accelerators, all));
      }
    }
    final Registers registers = new Registers(spaces);
    final boolean judged = settings.workload().kind() == ExtollWorkload.Own.ACCESS;
    return new NicUnits(
        new ExtollNodeDesign(cellTicks, settings.units(), settings.devices(), settings.paths()),
        new Accesses(windows, maps, places, judged ? registers : null, site.measures().totals()),
        hosts,
        registers,
        users(site),
        site);
  }

  private NicUnits.UsersOf users(Site site) {
    final DeviceDesign design = settings.devices();
    if (world() == null) {
      return (due, bus, stages) -> new UnitThreads(design, threads, site, due, bus, stages);
    }
    final int headerBytes = world().software().headerBytes();
    return (due, bus, stages) ->
        ranks(
            UnitRanks.class,
            site.nodes(),
            ranks -> new UnitRanks(ranks, headerBytes, design, site, due, bus, stages),
            site.measures());
  }

  /** Returns the nodes, with −1 for those that send nothing by themselves. */
  private int[] senders(int... nodes) {
    final int[] senders = nodes.clone();
    for (int i = 0; i < senders.length; i++) {
      senders[i] = senders[i] < settings.topology().accelerators() ? senders[i] : -1;
    }
    return senders;
  }

  private Retry lossy(int[] nodes, Totals counted) {
    return new Retry(
        new BitErrors(
            settings.router().bitErrorRate(), Purpose.ERROR.draws(run().seed()), nodes, cellTicks),
        nodes.length * ExtollPorts.LINKS,
        2 * settings.hopTicks(),
        ExtollCounter.LINKS,
        counted);
  }

  @Override
  protected RunResult result(Sum<ExtollStatistics> sum) {
    final MeasuredRun<PortSpan> measured = measured(sum, PortSpan.Timing.OF_SOME_RUNS);
    return RunResult.of(
            ExtollMetrics.ofRun(settings.jobs().metrics()),
            new ExtollSummary(
                measured,
                sum.endpoints(),
                new ExtollSystemSummary(settings, bounds),
                settings.router().bitErrorRate() > 0,
                sum.jobs()),
            ExtollMetrics.ofInterval(),
            measured.intervals(),
            tables(
                measured,
                sum,
                new LinkMap<>(
                    ExtollMetrics.heat(),
                    (measures, ticks) -> heat(this::place, measures, ticks),
                    () -> PlaneDrawing.of(topology(), "accelerator", "host"),
                    ExtollCells.BYTES),
                settings.topology().accelerators(),
                settings.workload()::sends))
        .with(JobMetrics.sizes(sum.jobs()));
  }

  /** Returns where an accelerator is; hosts have no place in the map. */
  private List<Long> place(int node) {
    final Grid grid = topology().grid();
    return node < grid.routers() ? grid.place(node) : null;
  }
}
