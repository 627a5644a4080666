package io.hopwright.models.cascade;

import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.network.CascadeRouter;
import io.hopwright.models.host.HardwareCollectives;
import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.switching.crossbar.PortMetrics;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** Metrics of Cascade results. */
final class CascadeMetrics {
  /** Units of rates. */
  static final Rate RATE = new Rate("GB/s/node", CascadeNetwork.TICKS.ticksPerNanosecond());

  /** Colours of links. */
  static final List<String> COLOURS = List.of("green", "black", "blue");

  private static final String KIND = "Kind of port";

  private static final List<CascadeCounter> COLOUR_COUNTERS =
      List.of(CascadeCounter.GREEN, CascadeCounter.BLACK, CascadeCounter.BLUE);

  private CascadeMetrics() {}

  /** Returns the map of links: a row for each group. */
  static HeatTable heat() {
    final HeatTable heat =
        new HeatTable("aries", "Aries")
            .place("group", "group", "group of the Aries", Role.ROW)
            .place(
                "place",
                "Aries of the group",
                "place of the Aries in the group: chassis · blades + blade",
                Role.COLUMN);
    for (String colour : COLOURS) {
      heat.links(
          colour,
          colour + " links",
          "mean utilization of the links of this colour at the Aries; empty without such links");
    }
    return heat;
  }

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final var tables =
        JobTables.most(
            heat(), CascadeSettings.LINKS, grouping -> links(grouping, (aries, port) -> aries));
    return RunResult.most(ofRun(JobMetrics.most()), ofInterval(), tables);
  }

  /**
   * Returns the columns of a table of ports.
   *
   * @param farAries returns the Aries that a port leads to, its own if it is a tile
   */
  static Metrics<LinkTables.Sum> links(LinkGrouping grouping, IntBinaryOperator farAries) {
    if (grouping != LinkGrouping.LINK) {
      return LinkTables.columns(grouping, List.of());
    }
    return LinkGrouping.withUtilization(
        new Metrics<LinkTables.Sum>()
            .add("aries", "", "Aries", sum -> (long) sum.router())
            .meaning("Aries of the port")
            .add("group", "", "Group", sum -> sum.coordinate(0))
            .meaning("group of the Aries")
            .add("port", "", "Port", sum -> (long) sum.port())
            .meaning("number of the port")
            .add("kind", "", "Kind of port", LinkTables.Sum::name)
            .meaning("colour of the port, or tile for a processor tile")
            .add(
                "toAries",
                "",
                "To Aries",
                sum -> (long) farAries.applyAsInt(sum.router(), sum.port()))
            .meaning("Aries at the other end of the link"),
        sum -> sum.perTick(sum.count(LinkTables.BUSY)));
  }

  /** Completions of operations, in their usual order. */
  static final List<String> COMPLETIONS = List.of("local", "remote", "global", "event");

  /** Returns those of the summary, with those of jobs. */
  static Metrics<CascadeSummary> ofRun(Metrics<JobMetrics.Measured> jobs) {
    return new Metrics<CascadeSummary>()
        .addAll(SharedMetrics.ofRun("groups, chassis, blades", RATE), CascadeSummary::run)
        .add("aries", "Aries", "Aries", run -> (long) run.topology().aries())
        .meaning("routers that were simulated")
        .add("groups", "groups", "Groups", run -> (long) run.topology().groups())
        .meaning("groups that were simulated")
        .counters(List.of(CascadeCounter.REQUESTS), CascadeSummary::count)
        .addAll(SharedMetrics.mostHops(), CascadeSummary::mostHops)
        .statistics(
            "mostHopsByRoute",
            "links",
            "Most hops",
            List.of("minimal", "nonMinimal"),
            run -> List.of(run.mostHops(false), run.mostHops(true)))
        .meaning(
            "largest number of links of any packet in the whole run, on minimal and on"
                + " non-minimal routes")
        .add("nonMinimalShare", "", "Non-minimal share", CascadeSummary::nonMinimalShare)
        .meaning("fraction of requests on non-minimal routes (over a root)")
        .addAll(PortMetrics.ofRun(CascadeRouter.KINDS), CascadeSummary::measured)
        .family(
            "hopsPerPacket",
            "links",
            "Links per packet",
            "Colour",
            COLOURS,
            (run, colour) -> run.perPacket(COLOUR_COUNTERS.get(colour)))
        .meaning(
            "links of each colour that the packets delivered in the interval took, requests and"
                + " responses; null if there were none")
        .family(
            "waitingFlits",
            "flits",
            "Flits waiting for a port",
            KIND,
            CascadeRouter.KINDS,
            (run, kind) -> run.perSample(PortStatistics.waiting(kind), kind))
        .meaning("flits queued for a port of a kind; mean over samples every run.gridTicks")
        .family(
            "sentFlits",
            "flits",
            "Flits sent, credits not back",
            KIND,
            CascadeRouter.KINDS,
            (run, kind) -> run.perSample(PortStatistics.sent(kind), kind))
        .meaning(
            "flits sent over a port of a kind whose credits are not back; mean over samples every"
                + " run.gridTicks")
        .statistics(
            "answeredRequests",
            "requests",
            "Requests answered",
            List.of("least", "most", "mean"),
            CascadeSummary::answered)
        .meaning(
            "requests answered per sending node over the whole run; no node is starved if"
                + " the smallest is not 0; null with jobs")
        .counters(List.of(CascadeCounter.TRANSACTIONS), CascadeSummary::count)
        .family(
            "completionTicks",
            "ticks",
            "Ticks to completion",
            "Completion",
            COMPLETIONS,
            CascadeSummary::completionTicks)
        .meaning(
            "with nic.model = aries, mean time from the generation of a transaction's first"
                + " operation until its last packet is issued (local), all packets are answered"
                + " (global) and the event is visible (event); and from the generation of an"
                + " operation until its last packet has taken effect at the target (remote)")
        .addAll(HardwareCollectives.metrics(), CascadeSummary::collectives)
        .counters(
            EnumSet.range(CascadeCounter.COLLECTIVES_WRONG, CascadeCounter.BLOCKED),
            CascadeSummary::count)
        .addAll(losses())
        .addAll(FrameCounts.metrics(), CascadeSummary::frames)
        .addAll(CascadeSystemSummary.topology(), CascadeSummary::system)
        .addAll(CascadeSystemSummary.theory(), CascadeSummary::system)
        .addAll(jobs, CascadeSummary::jobs);
  }

  /** Returns those of what fails and is given up. */
  private static Metrics<CascadeSummary> losses() {
    return new Metrics<CascadeSummary>()
        .counters(
            EnumSet.range(CascadeCounter.TIMED_OUT, CascadeCounter.UNROUTABLE),
            CascadeSummary::count)
        .add("packetsUnderWay", "packets", "Packets in flight", CascadeSummary::underWay)
        .meaning(
            "packets in flight at the end: requests issued and responses sent, minus"
                + " packets delivered and lost; null if requestsTimedOut is null")
        .add("requestsOutstanding", "requests", "Requests outstanding", CascadeSummary::outstanding)
        .meaning(
            "requests issued and not yet answered at the end; null if requestsTimedOut"
                + " is null")
        .add(
            "requestsUnaccounted",
            "requests",
            "Requests unaccounted for",
            CascadeSummary::unaccounted)
        .meaning(
            "requests issued, minus requests answered, timed out and outstanding, each"
                + " counted separately; 0 unless the simulator has an error; null if"
                + " requestsTimedOut is null")
        .counters(List.of(CascadeCounter.FAILED), CascadeSummary::count);
  }

  /** Returns those of the series. */
  static Metrics<PortSpan> ofInterval() {
    return new Metrics<PortSpan>()
        .addAll(SharedMetrics.ofInterval(RATE))
        .counters(
            List.of(CascadeCounter.NON_MINIMAL), (span, counter) -> span.totals().get(counter))
        .addAll(PortMetrics.utilization(CascadeRouter.KINDS));
  }
}
