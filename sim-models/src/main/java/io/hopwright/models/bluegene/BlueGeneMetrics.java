package io.hopwright.models.bluegene;

import io.hopwright.models.link.LinkMetrics;
import io.hopwright.models.machine.BoundMetrics;
import io.hopwright.models.machine.FlowTables;
import io.hopwright.models.machine.HeatTable;
import io.hopwright.models.machine.LinkPicture;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.SharedMetrics;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.JobMetrics;
import io.hopwright.models.messaging.JobTables;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The metrics of a BlueGene/L's results.
 *
 * @param vcs names of the virtual channels
 * @param twoPhases whether packets may be forwarded
 * @param region whether the traffic of a box is counted apart
 * @param unblocking whether credits are judged
 * @param errors whether links have errors
 * @param jobs those of jobs
 */
record BlueGeneMetrics(
    List<String> vcs,
    boolean twoPhases,
    boolean region,
    boolean unblocking,
    boolean errors,
    Metrics<JobMetrics.Measured> jobs) {
  static final String VC = "Virtual channel";

  /** Stands behind the summary where there is a log of packets. */
  static final Metric LOG_COMPLETE =
      new Metric(
          "packetLog.complete",
          "",
          "Packet log complete",
          "whether the log of packets has all that was asked for",
          "",
          List.of(),
          Set.of());

  /** Returns the map of links, each by itself. */
  static HeatTable heat() {
    final HeatTable heat = HeatTable.inSpace();
    for (int port = 0; port < Torus.PORTS; port++) {
      heat.links(Torus.direction(port), Torus.direction(port) + " links", HeatTable.IN_DIRECTION);
    }
    return heat;
  }

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final BlueGeneMetrics all =
        new BlueGeneMetrics(
            List.of("dynamic0", "dynamic1", "bubble", "low", "high", "highPriority"),
            true,
            true,
            true,
            true,
            JobMetrics.of(JobMetrics.ANY, true));
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    heat().addMostTo(tables);
    LinkPicture.addMostTo(tables);
    BlueGeneObservation.LINKS.addMostTo(
        tables, grouping -> BlueGeneLinkTables.columns(grouping, all.vcs));
    FlowTables.addMostTo(tables);
    JobTables.addMostTo(tables);
    tables.put("packets", RunResult.Table.of(PacketTable.columns(all.vcs), List.of()));
    return RunResult.most(all.ofRun(), all.ofInterval(), tables)
        .with("packetLog", null, LOG_COMPLETE);
  }

  /** Returns those of the summary. */
  Metrics<BlueGeneSummary> ofRun() {
    final Metrics<BlueGeneSummary> metrics =
        new Metrics<BlueGeneSummary>()
            .addAll(SharedMetrics.ofRun("x, y, z", Rate.PER_TICK), BlueGeneSummary::run);
    if (twoPhases) {
      metrics.add(
          "packetsForwarded",
          "packets",
          "Packets forwarded",
          "over the whole run: packets received where their first leg ends, and sent on; they"
              + " count as injected and delivered once, and are in the digest twice",
          run -> run.whole().count(TorusTotals.FORWARDED));
    }
    metrics
        .add(
            "shareOfPeak",
            "",
            "Share of the peak",
            "linkUtilization relative to bounds.linkUtilization, which it may pass while buffers"
                + " still fill; null where the peak depends on the routing",
            BlueGeneSummary::shareOfPeak)
        .addAll(utilizations(), BlueGeneSummary::measured)
        .addAll(
            SharedMetrics.utilizationByKind("Dimension", Torus.AXES, TorusSpan::linkUtilization),
            BlueGeneSummary::measured);
    addChannels(metrics);
    metrics.add(
        "mostTransfersOfAReceiver",
        "transfers",
        "Most transfers of a receiver",
        "the most transfers out of one receiver at once, over samples every run.gridTicks: transfer"
            + " busses and reception busses in use (a broadcast that is sent on and received uses"
            + " one of each)",
        BlueGeneSummary::sampledMostTransfers);
    if (region) {
      addRegion(metrics);
    }
    if (unblocking) {
      metrics.addAll(unblockings(), BlueGeneSummary::measured);
    }
    if (errors) {
      metrics.addAll(linkErrors(), BlueGeneSummary::measured);
    }
    addCurve(metrics);
    addBounds(metrics);
    return metrics.addAll(jobs, BlueGeneSummary::jobs);
  }

  private void addChannels(Metrics<BlueGeneSummary> metrics) {
    final List<String> andAll = new ArrayList<>(vcs);
    andAll.add("all");
    metrics
        .family(
            "vcShare",
            "",
            "Share of bytes",
            "share of the packets' bytes sent on each virtual channel",
            VC,
            vcs,
            (run, vc) -> run.measured().share(vc, vc + 1))
        .add(
            "escapeShare",
            "",
            "Share of the escape channels",
            "share of the packets' bytes sent on the escape channels: the bubble, or the pair",
            run -> run.measured().share(run.design().escapeVc(), run.design().highPriorityVc()))
        .family(
            "vcUnavailable",
            "",
            "Unavailable: sender has fewer than 8 tokens",
            "share of samples in which the sender had fewer than 8 tokens, per virtual channel and"
                + " over all; sampled every run.gridTicks over all links",
            VC,
            andAll,
            (run, vc) -> run.ofSamples(run.measured().totals()::unavailable, vc))
        .family(
            "vcFull",
            "",
            "Full: receiver has fewer than 8 free chunks",
            "share of samples in which the receiver's buffer had fewer than 8 free chunks",
            VC,
            andAll,
            (run, vc) -> run.ofSamples(run.measured().totals()::full, vc))
        .family(
            "vcTopRange",
            "",
            "Receiver at least three quarters full",
            "share of samples in which the receiver's buffer was at least three quarters full",
            VC,
            andAll,
            (run, vc) -> run.ofSamples(run.measured().totals()::topRange, vc));
  }

  private static void addRegion(Metrics<BlueGeneSummary> metrics) {
    metrics
        .add(
            "region.nodes",
            "nodes",
            "Nodes of the region",
            "nodes of the region: of the hot box, or of statistics.box",
            run -> (long) run.region().nodes())
        .add(
            "region.enteringLinks",
            "links",
            "Entering links",
            "links that enter the region",
            run -> run.measured().enteringLinks())
        .addAll(enteringLinkUtilization(), BlueGeneSummary::measured)
        .add(
            "region.outsideRate",
            "bytes/tick/node",
            "Rate of nodes outside",
            "what a node outside the region delivers, as link bytes: 256-B packets count 272",
            run -> run.wireRate(run.measured().deliveredFromOutside(), run.nodesOutside()))
        .add(
            "region.insideRate",
            "bytes/tick/node",
            "Rate of nodes inside",
            "what a node inside the region delivers, as link bytes",
            run -> run.wireRate(run.measured().deliveredFromInside(), run.region().nodes()))
        .add(
            "region.enteringRate",
            "bytes/tick/node",
            "Rate into the region",
            "what a node outside the region delivers into it, as link bytes",
            run -> run.wireRate(run.measured().count(TorusTotals.ENTERED), run.nodesOutside()))
        .add(
            "region.meanRate",
            "bytes/tick/node",
            "Mean rate",
            "what any node delivers, as link bytes",
            run ->
                run.wireRate(
                    run.measured().count(TorusTotals.DELIVERED), (int) run.measured().nodes()));
  }

  private static void addCurve(Metrics<BlueGeneSummary> metrics) {
    metrics
        .add(
            "throughputSeries.first",
            "",
            "First throughput",
            "throughput of the first interval of the grid, relative to the peak",
            run -> run.curve().first())
        .add(
            "throughputSeries.peakTick",
            "ticks",
            "Peak of throughput",
            "end of the interval of peak throughput",
            run -> run.curve().peakTick())
        .add(
            "throughputSeries.declinedTick",
            "ticks",
            "Decline of throughput",
            "end of the first interval after the peak at 80 % of it or less",
            run -> run.curve().declinedTick())
        .add(
            "throughputSeries.firstMinimumTick",
            "ticks",
            "First minimum of throughput",
            "end of the first minimum of throughput after its decline",
            run -> run.curve().firstMinimumTick())
        .add(
            "throughputSeries.plateau",
            "",
            "Plateau of throughput",
            "throughput over the measured interval, relative to the peak",
            run -> run.curve().plateau())
        .add(
            "throughputSeries.plateauRange",
            "",
            "Range of the plateau",
            "from smallest to largest in the measured interval, relative to the peak",
            run -> run.curve().plateauRange());
  }

  private void addBounds(Metrics<BlueGeneSummary> metrics) {
    metrics
        .add(
            "bounds.linkUtilization",
            "",
            "Peak link utilization",
            "the most linkUtilization that theory allows for uniform traffic and all-to-all",
            run -> run.traffic().peakLinkUtilization())
        .add(
            "bounds.payloadUtilization",
            "",
            "Peak payload utilization",
            "payloadUtilization at bounds.linkUtilization",
            BlueGeneSummary::peakPayloadUtilization)
        .addAll(
            BoundMetrics.throughput(Rate.PER_TICK.unit(), BlueGeneSummary::peakThroughput),
            run -> run)
        .addAll(BoundMetrics.meanHops(BlueGeneSummary::meanHops), run -> run)
        .addAll(
            BoundMetrics.<BlueGeneSummary>quiet(
                BlueGeneSummary::quietTicks, run -> run.run().network().tickRate()),
            run -> run);
    if (region) {
      metrics.add(
          "bounds.outsideRate",
          "bytes/tick/node",
          "Peak rate of nodes outside",
          "for a hot region: what its entering links carry if all nodes send alike",
          run -> run.traffic().outsideRate());
    }
  }

  /** Returns those of the series. */
  Metrics<TorusSpan> ofInterval() {
    final Metrics<TorusSpan> metrics =
        new Metrics<TorusSpan>()
            .addAll(SharedMetrics.ofInterval(Rate.PER_TICK), span -> span)
            .addAll(utilizations(), span -> span)
            .addAll(SharedMetrics.injected(), span -> span)
            .family(
                "vcThroughput",
                "bytes/tick/link",
                "Throughput of a virtual channel",
                "bytes of packets on each virtual channel",
                VC,
                vcs,
                TorusSpan::throughput);
    if (region) {
      metrics
          .addAll(enteringLinkUtilization(), span -> span)
          .add(
              "deliveredFromOutside",
              "packets",
              "Delivered from outside",
              "packets delivered that come from outside of the region",
              TorusSpan::deliveredFromOutside)
          .add(
              "deliveredFromInside",
              "packets",
              "Delivered from inside",
              "packets delivered that come from inside of the region",
              TorusSpan::deliveredFromInside);
    }
    if (unblocking) {
      metrics
          .add(
              "credits",
              "credits",
              "Credits",
              "credits that came back to a sender",
              span -> span.count(TorusTotals.CREDITS))
          .add(
              "unblocking",
              "credits",
              "Unblocking credits",
              "credits that let a packet go on which had waited for tokens",
              span -> span.count(TorusTotals.UNBLOCKING_CREDITS))
          .addAll(unblockings(), span -> span);
    }
    return metrics;
  }

  private static Metrics<TorusSpan> enteringLinkUtilization() {
    return new Metrics<TorusSpan>()
        .add(
            "region.enteringLinkUtilization",
            "",
            "Utilization of the entering links",
            "utilization of the links that enter the region; null if there are none",
            TorusSpan::enteringLinkUtilization);
  }

  private static Metrics<TorusSpan> utilizations() {
    return new Metrics<TorusSpan>()
        .add(
            "dataLinkUtilization",
            "",
            "Link utilization by packets",
            "linkUtilization by packets and their trailers only",
            TorusSpan::dataLinkUtilization)
        .add(
            "payloadUtilization",
            "",
            "Link utilization by payload",
            "linkUtilization by packets without their first 16 B only",
            TorusSpan::payloadUtilization);
  }

  private static Metrics<TorusSpan> linkErrors() {
    return new Metrics<TorusSpan>()
        .addAll(LinkMetrics.transmissions(), TorusSpan::transmissions)
        .add(
            "packetsDropped",
            "packets",
            "Packets dropped",
            "packets thrown away, on the link that damaged them or further on, where they had got"
                + " to before that was known; all from transmissions to linkGoodput is there if"
                + " links have errors",
            span -> span.count(TorusTotals.PACKETS_DROPPED))
        .add(
            "timeOuts",
            "time-outs",
            "Time-outs",
            "how often a sender went back because an acknowledgement had not come",
            span -> span.count(TorusTotals.TIME_OUTS))
        .add(
            "acksSent",
            "packets",
            "Acks sent",
            "token-acks and ack-only packets started on links, those sent again too",
            span -> span.count(TorusTotals.ACKS_SENT))
        .add(
            "ackOnlyPackets",
            "packets",
            "Ack-only packets",
            "packets that carried nothing but an acknowledgement",
            span -> span.count(TorusTotals.ACK_ONLY))
        .add(
            "acksDamaged",
            "packets",
            "Acks damaged",
            "token-acks and ack-only packets found damaged in the measured interval",
            span -> span.count(TorusTotals.ACKS_DAMAGED))
        .addAll(LinkMetrics.goodput("bytes/tick/link", TorusSpan::linkGoodput), span -> span);
  }

  private static Metrics<TorusSpan> unblockings() {
    return new Metrics<TorusSpan>()
        .add(
            "unblockingProbability",
            "",
            "Unblocking probability",
            "share of the credits, among those that came back to a sender, that let a packet go on"
                + " which had waited for tokens; null without a credit",
            TorusSpan::unblockingProbability);
  }
}
