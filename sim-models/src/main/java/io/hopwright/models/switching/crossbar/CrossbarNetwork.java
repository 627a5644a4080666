package io.hopwright.models.switching.crossbar;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.baseline.JobNetwork;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.Drawing;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Network of crossbars. It creates the statistics of each partition, reads the statistics that
 * {@link SwitchPartition#exportStatistics} wrote in another JVM, and adds up all of them; the
 * machine converts the sum into a result. Immutable; safe for any thread.
 *
 * @param <T> its topology
 * @param <E> endpoints at the ports without links
 * @param <N> measurements of endpoints, such as the deliveries to nodes
 */
public abstract class CrossbarNetwork<T extends Topology, E extends Endpoints, N>
    extends JobNetwork<T, SwitchPartition<E>> {
  private final CrossbarDesign design;
  private final int totals;
  private final Observation observation;

  private final Function<E, N> ofEndpoints;
  private final Function<Words, N> load;

  /**
   * Creates the network of a run.
   *
   * @param machine name of the machine
   * @param topology the routers and their links
   * @param map partitions of routers
   * @param tickRate ticks per second
   * @param run duration and phases of the run
   * @param design design of the routers
   * @param totals number of the machine's totals, including those of all machines
   * @param observation optional measurements
   * @param nodes number of nodes
   * @param jobs jobs of the machine, null if it never runs any
   * @param ofEndpoints returns the measurements of a partition's endpoints
   * @param load reads the measurements that endpoints save
   */
  protected CrossbarNetwork(
      String machine,
      T topology,
      PartitionMap map,
      TickRate tickRate,
      RunPlan run,
      CrossbarDesign design,
      int totals,
      Observation observation,
      int nodes,
      Jobs jobs,
      Function<E, N> ofEndpoints,
      Function<Words, N> load) {
    super(machine, topology, map, tickRate, design.lookaheadTicks(topology, map), run, nodes, jobs);
    this.design = design;
    this.totals = totals;
    this.observation = observation;
    this.ofEndpoints = ofEndpoints;
    this.load = load;
  }

  /** Returns the design of the routers. */
  protected final CrossbarDesign design() {
    return design;
  }

  /** Returns the optional measurements. */
  protected final Observation observed() {
    return observation;
  }

  /** Returns how many the machine counts, those of all machines included. */
  protected final int columns() {
    return totals;
  }

  /** Returns the traffic of sources that do not react to the network; null if programs send. */
  protected OpenLoop openLoop() {
    return null;
  }

  /** Returns the forecast of programs, on a machine that runs any. */
  protected Forecast forecastOfPrograms() {
    throw new IllegalStateException(machine() + " has no programs");
  }

  @Override
  public Long packetsUntilDrained() {
    final OpenLoop traffic = openLoop();
    return traffic == null ? null : traffic.packetsUntilDrained();
  }

  @Override
  public Forecast forecast() {
    final OpenLoop traffic = openLoop();
    return traffic == null
        ? forecastOfPrograms()
        : traffic.forecast(IntervalSeries.rowBytes(totals), observation.flows());
  }

  @Override
  public abstract Channels channels();

  /**
   * Returns the channels that packets wait for.
   *
   * @param unit what the flits of the design are called on the machine, in the plural
   * @param bytes of a flit
   */
  protected final Channels channels(String unit, int bytes) {
    return channels(unit, bytes, "");
  }

  /**
   * Returns the channels that packets wait for.
   *
   * @param unit what the flits of the design are called on the machine, in the plural
   * @param bytes of a flit
   * @param remedy the setting that avoids deadlocks; empty if the rules of the machine exclude them
   */
  protected final Channels channels(String unit, int bytes, String remedy) {
    return new SwitchChannels(
        topology(), design, SwitchChannels.Queues.OF_OUTPUTS, unit, bytes, remedy);
  }

  /** Returns what a partition measures of the packets of {@code supply}. */
  protected final Measures<Totals> measures(Supply supply) {
    return new Measures<>(run().interval(), totals, Totals::new, supply, observation.flows());
  }

  /** Returns the statistics of the ports of a partition. */
  protected final PortStatistics ports(int partition) {
    return new PortStatistics(
        design, map().routersOf(partition), observation.heat(), observation.apart());
  }

  /**
   * Builds one partition.
   *
   * @param parts what the machine adds
   * @param measures of the partition
   * @param longestDelay longer than any usual one of an event
   */
  protected final CrossbarPartition<E> build(
      int partition,
      CrossbarPartition.Parts<E> parts,
      Measures<Totals> measures,
      int longestDelay) {
    return new CrossbarPartition<>(
        design, topology(), map(), partition, parts, ports(partition), measures, longestDelay);
  }

  @Override
  public final RunResult unmeasured() {
    return result(sum(List.of(), 0));
  }

  @Override
  public final RunResult result(RunOutcome<SwitchPartition<E>> outcome) {
    return result(sum(outcome.statistics(this::part, this::load), outcome.stopTick()));
  }

  /** Builds the result from the measurements of a run. */
  protected abstract RunResult result(Sum<N> sum);

  /** Returns the measurements that all machines have. */
  protected final MeasuredRun<PortSpan> measured(Sum<N> sum, PortSpan.Timing timing) {
    return measured(sum, PortsInUse.of(topology(), design), timing);
  }

  /**
   * Returns the measurements that all machines have.
   *
   * @param ports ports that count
   */
  protected final MeasuredRun<PortSpan> measured(
      Sum<N> sum, PortsInUse ports, PortSpan.Timing timing) {
    return MeasuredRun.of(
        this,
        sum.stopTick,
        sum.measures,
        (from, to, totals) -> new PortSpan(ports, nodes(), from, to, totals, timing));
  }

  private Sum<N> sum(List<Part<N>> parts, long stopTick) {
    final Measures<Totals> measures = Measures.nothing(totals, Totals::new);
    parts.forEach(part -> measures.add(part.measures));
    return new Sum<>(
        stopTick,
        measures,
        ofJobs(parts.stream().map(Part::jobs)),
        parts.stream().map(Part::ports).toList(),
        parts.stream().map(Part::endpoints).toList());
  }

  /**
   * Returns the utilization of each router's links, by kinds in the order of the design; in the
   * order of routers, without those of a lost JVM.
   *
   * @param places returns the position of a router; null if it has no row
   * @param sum measurements, not empty
   * @param ticks of the measured interval
   */
  protected final List<HeatTable.Row> heat(IntFunction<List<Long>> places, Sum<N> sum, long ticks) {
    final List<HeatTable.Row> rows = new ArrayList<>();
    for (PortStatistics part : sum.ports) {
      for (int router = 0; router < part.routers(); router++) {
        final int number = part.router(router);
        final List<Long> at = places.apply(number);
        if (at != null) {
          rows.add(new HeatTable.Row(number, at, utilization(part, router, ticks)));
        }
      }
    }
    rows.sort(Comparator.comparingLong(HeatTable.Row::router));
    return rows;
  }

  private List<Double> utilization(PortStatistics part, int router, long ticks) {
    final int number = part.router(router);
    final long[] links = new long[design.linkKinds()];
    for (int port = 0; port < design.links(number); port++) {
      links[design.kind(number, port)] += topology().leads(number, port) ? 1 : 0;
    }
    return IntStream.range(0, links.length)
        .mapToObj(
            kind ->
                HeatTable.utilization(
                    (double) part.busyTicksOfKind(router, kind), (double) links[kind] * ticks))
        .toList();
  }

  /**
   * Adds the requested tables of links. By default the kinds of ports of the design are the
   * dimensions.
   *
   * @param sum measurements, not empty
   * @param ticks of the measured interval
   */
  protected void addLinks(Map<String, RunResult.Table> tables, Sum<N> sum, long ticks) {
    if (observation.links().isEmpty()) {
      return;
    }
    linkTables(
            LinkTables.Names.ofLinks(
                topology(), (router, port) -> design.kinds().get(design.kind(router, port)).name()),
            sum,
            ticks)
        .addTo(
            tables,
            observation.links(),
            grouping -> LinkTables.columns(grouping, topology().coordinateNames()));
  }

  /**
   * Returns tables of separately counted ports.
   *
   * @param names names of the rows; without endpoints by default
   * @param sum measurements, not empty
   * @param ticks of the measured interval
   */
  protected final LinkTables linkTables(LinkTables.Names names, Sum<N> sum, long ticks) {
    return new LinkTables(topology(), names, ofPorts(sum), (double) ticks);
  }

  private static <N> List<PortCounts> ofPorts(Sum<N> sum) {
    return sum.ports.stream().map(PortStatistics::ofPorts).toList();
  }

  /**
   * Adds the picture of links, if it is requested and the machine is not too large.
   *
   * @param drawing positions of routers
   * @param sum measurements, not empty
   * @param ticks of the measured interval
   * @param flitBytes bytes of a flit of the design
   */
  protected final void addPicture(
      Map<String, RunResult.Table> tables,
      Supplier<Drawing> drawing,
      Sum<N> sum,
      long ticks,
      int flitBytes) {
    if (observation.drawn()) {
      LinkPicture.addTo(
          tables,
          topology(),
          drawing.get(),
          LinkPicture.Loads.of(
              PortCounts.column(ofPorts(sum), topology().routers(), LinkTables.BUSY),
              PortCounts.column(ofPorts(sum), topology().routers(), PortStatistics.FLITS),
              (double) ticks,
              flitBytes));
    }
  }

  /**
   * Description of a machine's map and picture of links.
   *
   * @param columns of the map
   * @param rows of the map, from the measurements and the length of the measured interval
   * @param drawing positions of routers
   * @param flitBytes bytes of a flit of the design
   * @param <N> measurements of endpoints
   */
  public record LinkMap<N>(
      HeatTable columns,
      BiFunction<Sum<N>, Long, List<HeatTable.Row>> rows,
      Supplier<Drawing> drawing,
      int flitBytes) {}

  /**
   * Creates the requested tables: map, picture and tables of links, flows, jobs.
   *
   * @param sources number of nodes that can send
   * @param sends returns whether a node sends, or would send
   */
  protected final Map<String, RunResult.Table> tables(
      MeasuredRun<?> measured, Sum<N> sum, LinkMap<N> map, int sources, IntPredicate sends) {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    if (sum.isEmpty()) {
      return tables;
    }
    final long ticks = measured.measured().ticks();
    if (observation.heat()) {
      map.columns.addTo(tables, map.rows.apply(sum, ticks));
    }
    addPicture(tables, map.drawing, sum, ticks, map.flitBytes);
    addLinks(tables, sum, ticks);
    FlowTables.addTo(
        tables,
        observation.flows(),
        sum.measures().flows(),
        measured.enoughArrived(),
        sources,
        sends);
    if (givenJobs() != null) {
      givenJobs().addTo(tables, sum.jobs());
    }
    return tables;
  }

  /** Measurements of a partition; {@code jobs} is null without jobs. */
  private record Part<N>(
      Measures<Totals> measures, JobStatistics jobs, PortStatistics ports, N endpoints) {}

  private Part<N> part(SwitchPartition<E> partition) {
    return new Part<>(
        partition.measures(),
        partition.jobStatistics(),
        partition.statistics(),
        ofEndpoints.apply(partition.endpoints()));
  }

  private Part<N> load(Words words) {
    return new Part<>(
        new Measures<>(run().interval(), totals, Totals::new, words),
        world() == null ? null : givenJobs().load(words),
        PortStatistics.load(design, observation.heat(), observation.apart(), words),
        load.apply(words));
  }

  /**
   * Measurements of a run.
   *
   * @param stopTick first tick that was not simulated
   * @param measures measures of all partitions
   * @param jobs results of jobs; null on a machine that runs none
   * @param ports counts at the ports of each partition; empty if nothing was measured
   * @param endpoints measurements of the endpoints of each partition
   * @param <N> measurements of endpoints
   */
  public record Sum<N>(
      long stopTick,
      Measures<Totals> measures,
      JobMetrics.Measured jobs,
      List<PortStatistics> ports,
      List<N> endpoints) {
    /** Returns whether there are no measurements for tables. */
    public boolean isEmpty() {
      return ports.isEmpty();
    }
  }
}
