package io.hopwright.models.cascade;

import io.hopwright.models.host.HardwareCollectives;
import io.hopwright.models.link.LinkCounts;
import io.hopwright.models.machine.FlowTables;
import io.hopwright.models.machine.HeatTable;
import io.hopwright.models.machine.LinkPicture;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.SharedMetrics;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.JobMetrics;
import io.hopwright.models.messaging.JobTables;
import io.hopwright.models.switching.crossbar.PortMetrics;
import io.hopwright.models.switching.crossbar.PortStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** The metrics of a Cascade's results. */
final class CascadeMetrics {
  /** How rates are told. */
  static final Rate RATE = new Rate("GB/s/node", CascadeNetwork.TICKS.ticksPerNanosecond());

  /** Of links. */
  static final List<String> COLOURS = List.of("green", "black", "blue");

  private static final List<String> KINDS = List.of("green", "black", "blue", "tile");
  private static final String KIND = "Kind of port";

  private CascadeMetrics() {}

  /** Returns the map of links: a row for each group. */
  static HeatTable heat() {
    final HeatTable heat =
        new HeatTable("aries", "Aries")
            .place("group", "group", "group that it is in", Role.ROW)
            .place(
                "place",
                "Aries of the group",
                "its place in the group: chassis · blades + blade",
                Role.COLUMN);
    for (String colour : COLOURS) {
      heat.links(
          colour,
          colour + " links",
          "mean utilization of its links of this colour; empty if there are none");
    }
    return heat;
  }

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    heat().addMostTo(tables);
    LinkPicture.addMostTo(tables);
    CascadeSettings.LINKS.addMostTo(tables, CascadeLinkTables::columns);
    FlowTables.addMostTo(tables);
    JobTables.addMostTo(tables);
    return RunResult.most(ofRun(JobMetrics.of(JobMetrics.ANY, true)), ofInterval(), tables);
  }

  /** What becomes of operations, in the order in which it mostly does. */
  static final List<String> COMPLETIONS = List.of("local", "remote", "global", "event");

  /** Returns those of the summary, with those of jobs. */
  static Metrics<CascadeSummary> ofRun(Metrics<JobMetrics.Measured> jobs) {
    final Metrics<CascadeSummary> metrics =
        new Metrics<CascadeSummary>()
            .addAll(SharedMetrics.ofRun("groups, chassis, blades", RATE), CascadeSummary::run)
            .add(
                "aries",
                "Aries",
                "Aries",
                "routers that were simulated",
                run -> (long) run.topology().aries())
            .add(
                "groups",
                "groups",
                "Groups",
                "groups that were simulated",
                run -> (long) run.topology().groups())
            .add(
                "requestsDelivered",
                "requests",
                "Requests delivered",
                "requests delivered, over the whole run",
                run -> run.run().whole().timed())
            .addAll(SharedMetrics.mostHops(), CascadeSummary::mostHops)
            .statistics(
                "mostHopsByRoute",
                "links",
                "Most hops",
                "the most links that any packet took in the whole run on a minimal and on a"
                    + " non-minimal route",
                List.of("minimal", "nonMinimal"),
                run -> List.of(run.mostHops(false), run.mostHops(true)))
            .add(
                "nonMinimalShare",
                "",
                "Non-minimal share",
                "share of requests that went over a root",
                CascadeSummary::nonMinimalShare)
            .addAll(PortMetrics.utilization(KINDS), CascadeSummary::measured)
            .addAll(PortMetrics.packets(KINDS), CascadeSummary::measured)
            .family(
                "hopsPerPacket",
                "links",
                "Links per packet",
                "links of each colour that the packets delivered in the interval took, requests and"
                    + " responses; null if there were none",
                "Colour",
                COLOURS,
                (run, colour) -> run.measured().perPacket(run.measured().index().links(colour)));
    addSampled(
        metrics,
        "waitingFlits",
        "Flits waiting for a port",
        "flits queued for a port of a kind; mean over samples every run.gridTicks",
        PortStatistics::waiting);
    addSampled(
        metrics,
        "sentFlits",
        "Flits sent, credits not back",
        "flits sent over a port of a kind whose credits are not back; mean over samples every"
            + " run.gridTicks",
        PortStatistics::sent);
    return metrics
        .statistics(
            "answeredRequests",
            "requests",
            "Requests answered",
            "over the whole run, requests answered per sending node: none is starved if the least"
                + " is not 0; null with jobs",
            List.of("least", "most", "mean"),
            CascadeSummary::answered)
        .add(
            "transactions",
            "transactions",
            "Transactions completed",
            "transactions of Aries NICs that became globally complete in the interval; null with"
                + " nic.model = rate",
            CascadeSummary::transactions)
        .family(
            "completionTicks",
            "ticks",
            "Ticks to completion",
            "with nic.model = aries, mean from the birth of a transaction's first operation until"
                + " its last packet is issued (local), all is answered (global) and the event is"
                + " visible (event); and from the birth of an operation until its last packet has"
                + " done its work at the target (remote)",
            "Completion",
            COMPLETIONS,
            CascadeSummary::completionTicks)
        .addAll(HardwareCollectives.metrics(), CascadeSummary::collectives)
        .add(
            "collectiveResultsWrong",
            "collectives",
            "Wrong results",
            "of these collectives, those whose result is not that of the words of all members: 0,"
                + " or there is a mistake; this and the two before are null unless nic.model ="
                + " aries and there are jobs",
            run -> run.collectives(CascadeTotals::collectivesWrong))
        .add(
            "sendsRefused",
            "operations",
            "Sends refused",
            "Sends for which the target had no buffer, or one that was too small, over the whole"
                + " run; null unless workload.operation = bte-send",
            CascadeSummary::sendsRefused)
        .add(
            "requestsBlocked",
            "requests",
            "Requests blocked",
            "requests to nodes of another communication domain, over the whole run; null unless"
                + " workload.domains is above 1",
            CascadeSummary::requestsBlocked)
        .addAll(losses(), run -> run)
        .addAll(LinkCounts.metrics(), CascadeSummary::frames)
        .addAll(SystemSummary.topology(), CascadeSummary::system)
        .addAll(SystemSummary.theory(), CascadeSummary::system)
        .addAll(jobs, CascadeSummary::jobs);
  }

  /** Returns those of what fails and is given up. */
  private static Metrics<CascadeSummary> losses() {
    return new Metrics<CascadeSummary>()
        .add(
            "requestsTimedOut",
            "requests",
            "Requests timed out",
            "requests given up as they were not answered in time, over the whole run; this and the"
                + " next seven are null unless links or blades fail, or nic.timeoutTicks is set",
            run -> run.lost(CascadeTotals::timedOut))
        .add(
            "responsesLate",
            "packets",
            "Late responses",
            "responses to requests that had been given up, over the whole run",
            run -> run.lost(CascadeTotals::late))
        .add(
            "packetsLost",
            "packets",
            "Packets lost",
            "packets that were lost, over the whole run",
            run -> run.lost(CascadeTotals::discarded))
        .add(
            "packetsUnroutable",
            "packets",
            "Packets without a route",
            "of these, those for which the tables had no way",
            run -> run.lost(CascadeTotals::unroutable))
        .add(
            "packetsUnderWay",
            "packets",
            "Packets under way",
            "at the end: requests issued and responses made, less packets delivered and lost",
            CascadeSummary::underWay)
        .add(
            "requestsOutstanding",
            "requests",
            "Requests outstanding",
            "at the end: requests issued that wait for their answers",
            CascadeSummary::outstanding)
        .add(
            "requestsUnaccounted",
            "requests",
            "Requests unaccounted for",
            "requests issued, less those answered, timed out and outstanding, each counted by"
                + " itself: 0, or there is a mistake",
            CascadeSummary::unaccounted)
        .add(
            "transactionsFailed",
            "transactions",
            "Transactions failed",
            "with nic.model = aries, transactions that became complete with a request given up,"
                + " over the whole run",
            run -> run.lost(CascadeTotals::failed));
  }

  private static void addSampled(
      Metrics<CascadeSummary> metrics,
      String name,
      String label,
      String meaning,
      IntUnaryOperator total) {
    metrics.family(
        name,
        "flits",
        label,
        meaning,
        KIND,
        KINDS,
        (run, kind) -> run.perSample(total.applyAsInt(kind), kind));
  }

  /** Returns those of the series. */
  static Metrics<CascadeSpan> ofInterval() {
    return new Metrics<CascadeSpan>()
        .addAll(SharedMetrics.ofInterval(RATE), span -> span)
        .add(
            "nonMinimal",
            "requests",
            "Non-minimal requests",
            "requests delivered that went over a root",
            span -> span.totals().get(span.index().nonMinimal()))
        .addAll(PortMetrics.utilization(KINDS), span -> span);
  }
}
