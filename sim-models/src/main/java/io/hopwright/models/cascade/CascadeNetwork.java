package io.hopwright.models.cascade;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.Fabric;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.RouterPlan;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;
import java.util.stream.IntStream;

/** A Cascade network with all its parameters fixed. */
public final class CascadeNetwork implements Network<CrossbarPartition<Nics>> {
  private static final TickRate TICKS = new TickRate(43_750_000_000L, 1);
  private static final int REACH = 32_000;

  private final CascadeSettings settings;
  private final RunPlan run;
  private final Dragonfly topology;
  private final CrossbarDesign design;
  private final CascadeTotals totals;
  private final Messages messages;
  private final RouterPlan plan;

  private CascadeNetwork(CascadeSettings settings) {
    this.settings = settings;
    run = settings.run();
    topology = settings.topology().dragonfly();
    design = settings.router().design();
    totals = CascadeTotals.of(design);
    messages = settings.workload().messages(run);
    plan = new RouterPlan(firstAries(settings.groupsPerPartition()));
  }

  private int[] firstAries(int groups) {
    final int partitions = (topology.groups() + groups - 1) / groups;
    final int[] first = new int[partitions + 1];
    for (int partition = 0; partition < partitions; partition++) {
      first[partition] = topology.firstAries(partition * groups);
    }
    first[partitions] = topology.aries();
    return first;
  }

  /**
   * Builds the network that {@code settings} describe.
   *
   * @throws SettingsException naming the settings that do not fit together
   */
  public static CascadeNetwork of(Settings settings) {
    return new CascadeNetwork(CascadeSettings.of(settings));
  }

  @Override
  public String machine() {
    return "cascade";
  }

  @Override
  public List<Long> shape() {
    final Dragonfly.Plan shape = topology.plan();
    return List.of(
        (long) shape.groups(), (long) shape.chassisPerGroup(), (long) shape.bladesPerChassis());
  }

  @Override
  public long nodes() {
    return topology.nodes();
  }

  @Override
  public long nodes(int partition) {
    return groupsOf(partition).mapToLong(topology::nodesIn).sum();
  }

  /** Blue links only: a group is never cut. */
  @Override
  public long links(int from, int to) {
    return from == to
        ? 0
        : groupsOf(from)
            .mapToLong(group -> groupsOf(to).mapToLong(h -> topology.blueLinks(group, h)).sum())
            .sum();
  }

  @Override
  public int[] position(int partition) {
    return new int[] {partition};
  }

  private IntStream groupsOf(int partition) {
    final int size = settings.groupsPerPartition();
    return IntStream.range(partition * size, Math.min(topology.groups(), (partition + 1) * size));
  }

  @Override
  public TickRate tickRate() {
    return TICKS;
  }

  @Override
  public long lookaheadTicks() {
    return design.lookaheadTicks();
  }

  @Override
  public RunPlan run() {
    return run;
  }

  @Override
  public Long packetsUntilDrained() {
    final Double offered = settings.workload().offeredBytesPerTick();
    if (settings.workload().allToAll()) {
      return 2L * messages.requests() * topology.nodes() * (topology.nodes() - 1L);
    }
    return offered == null
        ? null
        : Math.round(
            2.0
                * topology.nodes()
                * messages.requests()
                * (offered / messages.bytes())
                * (run.warmupTicks() + run.ticks()));
  }

  @Override
  public Forecast forecast() {
    return new CascadeForecast(settings, totals.size()).forecast();
  }

  @Override
  public int partitions() {
    return plan.partitions();
  }

  @Override
  public int[] neighbours(int partition) {
    return IntStream.range(0, partitions()).filter(other -> other != partition).toArray();
  }

  @Override
  public CrossbarPartition<Nics> build(int partition) {
    final int first = plan.first(partition);
    final int routers = plan.routers(partition);
    final int[] nodes =
        IntStream.range(Dragonfly.NICS * first, Dragonfly.NICS * (first + routers))
            .map(nic -> topology.nodeAt(nic / Dragonfly.NICS, nic % Dragonfly.NICS))
            .toArray();
    final Requesters requesters = new Requesters(messages, nodes);
    final Measures<Totals> measures =
        new Measures<>(interval(), totals.size(), Totals::new, requesters);
    final PortStatistics ports =
        new PortStatistics(design, routers, observed().heat(), !observed().links().isEmpty());
    return new CrossbarPartition<>(
        design,
        new Links(topology),
        plan,
        partition,
        neighbours(partition),
        new CrossbarPartition.Parts<Nics>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new DragonflyRouting(
                topology, settings.routing(), first, routers, switches, pool);
          }

          @Override
          public Nics endpoints(TimingWheel wheel, PacketPool pool) {
            return new Nics(
                settings.nics(),
                design.hopTicks(),
                totals,
                new WayLinks(topology),
                requesters,
                nodes,
                wheel,
                pool,
                measures);
          }
        },
        ports,
        measures,
        REACH);
  }

  private CascadeObservation observed() {
    return settings.observation();
  }

  private Interval interval() {
    return new Interval(run.warmupTicks(), run.measuredTo(), run.gridTicks());
  }

  /** The links of the dragonfly as the router core wants to know them. */
  private record Links(Dragonfly topology) implements Fabric {
    @Override
    public int neighbour(int router, int port) {
      return topology.neighbour(router, port);
    }

    @Override
    public int neighbourPort(int router, int port) {
      return topology.neighbourPort(router, port);
    }
  }

  @Override
  public RunResult unmeasured() {
    return report(nothing(), 0, List.of()).result();
  }

  /** Returns measures of a run in which nothing happened. */
  private Measures<Totals> nothing() {
    final Interval never = new Interval(0, Long.MAX_VALUE, Long.MAX_VALUE);
    final Measures<Totals> measures =
        new Measures<>(never, totals.size(), Totals::new, Supply.none());
    measures.finish(0, () -> {});
    return measures;
  }

  @Override
  public RunResult result(RunOutcome<CrossbarPartition<Nics>> outcome) {
    final List<CascadeStatistics> parts = outcome.books(CascadeStatistics::of, this::load);
    final Measures<Totals> sum = nothing();
    parts.forEach(part -> sum.add(part.measures()));
    return report(sum, outcome.stopTick(), parts).result();
  }

  /** Reads what {@link CrossbarPartition#save} wrote. */
  private CascadeStatistics load(Words words) {
    return new CascadeStatistics(
        new Measures<>(interval(), totals.size(), Totals::new, words),
        PortStatistics.load(design, observed().heat(), !observed().links().isEmpty(), words),
        NicStatistics.load(words));
  }

  private CascadeSummary report(
      Measures<Totals> measures, long stopTick, List<CascadeStatistics> parts) {
    return new CascadeSummary(settings, totals, measures, stopTick, parts);
  }
}
