package io.hopwright.models.bluegene;

import io.hopwright.models.link.LinkMetrics;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.BoundMetrics;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.switching.torusrouter.TorusCounter;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import io.hopwright.models.tables.HeatTable;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Metrics of BlueGene/L results.
 *
 * @param vcs names of the virtual channels
 * @param twoPhases whether packets may be forwarded
 * @param region whether the traffic of a box is counted separately
 * @param unblocking whether waits for credits are classified
 * @param errors whether links have errors
 * @param jobs metrics of jobs
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
          "whether the log of packets contains all requested packets",
          "",
          List.of(),
          Set.of());

  /** Returns what a result may have at most, nothing measured. */
  static RunResult most() {
    final BlueGeneMetrics all =
        new BlueGeneMetrics(
            List.of("dynamic0", "dynamic1", "bubble", "low", "high", "highPriority"),
            true,
            true,
            true,
            true,
            JobMetrics.most());
    final Map<String, RunResult.Table> tables =
        JobTables.most(
            HeatTable.ofDirections(),
            BlueGeneObservation.LINKS,
            grouping -> links(grouping, all.vcs, vc -> 1));
    tables.put("packets", RunResult.Table.of(PacketTable.columns(all.vcs), List.of()));
    return RunResult.most(all.ofRun(), all.ofInterval(), tables)
        .with("packetLog", null, LOG_COMPLETE);
  }

  /**
   * Returns the columns of a table of links; of all links together, those by VC have members alike.
   *
   * @param vcChunks returns the capacity of a VC
   */
  static Metrics<LinkTables.Sum> links(
      LinkGrouping grouping, List<String> vcs, IntUnaryOperator vcChunks) {
    final String each = grouping == LinkGrouping.WHOLE ? VC : "";
    return LinkGrouping.withUtilization(
            LinkTables.names(grouping, Torus.AXES),
            sum -> sum.perTick(dataBytes(sum, vcs.size()) + sum.count(TorusMeasures.ACK_BYTES)))
        .add(
            "ackUtilization",
            "",
            "Link utilization by token-acks",
            sum -> sum.perTick(sum.count(TorusMeasures.ACK_BYTES)))
        .meaning("share of ticks with token-acks")
        .add("dataBytes", "B", "Bytes of packets", sum -> dataBytes(sum, vcs.size()))
        .meaning("bytes of packets and trailers, over all links of the row")
        .add("ackBytes", "B", "Bytes of token-acks", sum -> sum.count(TorusMeasures.ACK_BYTES))
        .meaning("bytes of token-acks, over all links of the row")
        .add(
            "stalled",
            "",
            "Stalled",
            sum ->
                Metrics.ratio(
                    sum.count(TorusMeasures.STALLS), (double) sum.count(TorusMeasures.SAMPLES)))
        .meaning("share of samples in which packets waited for the link while it was idle")
        .family(
            "vcUtilization",
            "",
            "Utilization of a link",
            each,
            vcs,
            (sum, vc) -> sum.perTick(sum.count(TorusMeasures.dataBytes(vc))))
        .meaning("share of ticks with packets on each virtual channel")
        .family(
            "occupancy",
            "",
            "Occupancy of the buffers",
            each,
            vcs,
            (sum, vc) ->
                Metrics.ratio(
                    sum.count(TorusMeasures.occupiedChunks(vc)),
                    (double) sum.count(TorusMeasures.SAMPLES) * vcChunks.applyAsInt(vc)))
        .meaning(
            "chunks without a token at the sender, as a share of the capacity of each virtual"
                + " channel's buffer at the far end");
  }

  private static long dataBytes(LinkTables.Sum sum, int vcs) {
    return IntStream.range(0, vcs).mapToLong(vc -> sum.count(TorusMeasures.dataBytes(vc))).sum();
  }

  /** Returns those of the summary. */
  Metrics<BlueGeneSummary> ofRun() {
    final Metrics<BlueGeneSummary> metrics =
        new Metrics<BlueGeneSummary>()
            .addAll(SharedMetrics.ofRun("x, y, z", Rate.PER_TICK), BlueGeneSummary::run);
    if (twoPhases) {
      metrics.counters(List.of(TorusCounter.FORWARDED), (run, counter) -> run.run().count(counter));
    }
    metrics
        .add("pairsLeftOut", "pairs", "Pairs left out", BlueGeneSummary::pairsLeftOut)
        .meaning(
            "ordered pairs of working nodes that exchange no packets because no path leads around"
                + " failed components; null unless machine.unreachable = leave-out")
        .add("shareOfPeak", "", "Share of the peak", BlueGeneSummary::shareOfPeak)
        .meaning(
            "linkUtilization relative to bounds.linkUtilization; can exceed 1 while buffers"
                + " still fill; null where the peak depends on the routing")
        .addAll(utilizations(), BlueGeneSummary::measured)
        .addAll(
            SharedMetrics.utilizationByKind("Dimension", Torus.AXES, TorusSpan::linkUtilization),
            BlueGeneSummary::measured);
    addChannels(metrics);
    metrics
        .add(
            "mostTransfersOfAReceiver",
            "transfers",
            "Most transfers of a receiver",
            BlueGeneSummary::sampledMostTransfers)
        .meaning(
            "largest number of concurrent transfers out of one receiver, over samples"
                + " every run.gridTicks: transfer busses and reception busses in use (a"
                + " broadcast packet that is forwarded and received uses one of each)");
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
            "vcShare", "", "Share of bytes", VC, vcs, (run, vc) -> run.measured().share(vc, vc + 1))
        .meaning("share of the packets' bytes sent on each virtual channel")
        .add(
            "escapeShare",
            "",
            "Share of the escape channels",
            run -> run.measured().share(run.design().escapeVc(), run.design().highPriorityVc()))
        .meaning(
            "share of the packets' bytes sent on the escape channels: the bubble VC, or"
                + " the pair of VCs")
        .family(
            "vcUnavailable",
            "",
            "Unavailable: sender has fewer than 8 tokens",
            VC,
            andAll,
            (run, vc) -> run.ofSamples(run.measured().totals()::unavailable, vc))
        .meaning(
            "share of samples in which the sender had fewer than 8 tokens, per virtual channel and"
                + " over all; sampled every run.gridTicks over all links")
        .family(
            "vcFull",
            "",
            "Full: receiver has fewer than 8 free chunks",
            VC,
            andAll,
            (run, vc) -> run.ofSamples(run.measured().totals()::full, vc))
        .meaning("share of samples in which the receiver's buffer had fewer than 8 free chunks")
        .family(
            "vcTopRange",
            "",
            "Receiver at least three quarters full",
            VC,
            andAll,
            (run, vc) -> run.ofSamples(run.measured().totals()::topRange, vc))
        .meaning(
            "share of samples in which the receiver's buffer was at least three quarters full");
  }

  private static void addRegion(Metrics<BlueGeneSummary> metrics) {
    metrics
        .add("region.nodes", "nodes", "Nodes of the region", run -> (long) run.region().nodes())
        .meaning("nodes of the region, which is statistics.box or else the hot box")
        .add(
            "region.enteringLinks",
            "links",
            "Entering links",
            run -> run.measured().enteringLinks())
        .meaning("links that enter the region")
        .addAll(enteringLinkUtilization(), BlueGeneSummary::measured)
        .add(
            "region.outsideRate",
            "bytes/tick/node",
            "Rate of nodes outside",
            run -> run.wireRate(run.measured().deliveredFromOutside(), run.nodesOutside()))
        .meaning(
            "throughput of a node outside the region, in bytes on links: a packet of"
                + " 256 B counts 272 B")
        .add(
            "region.insideRate",
            "bytes/tick/node",
            "Rate of nodes inside",
            run -> run.wireRate(run.measured().deliveredFromInside(), run.region().nodes()))
        .meaning("throughput of a node inside the region, in bytes on links")
        .add(
            "region.enteringRate",
            "bytes/tick/node",
            "Rate into the region",
            run -> run.wireRate(run.measured().count(TorusCounter.ENTERED), run.nodesOutside()))
        .meaning(
            "throughput of a node outside the region, of packets to nodes inside it, in"
                + " bytes on links")
        .add(
            "region.meanRate",
            "bytes/tick/node",
            "Mean rate",
            run ->
                run.wireRate(
                    run.measured().totals().get(TorusTotals.DELIVERED),
                    (int) run.measured().nodes()))
        .meaning("throughput of a node, in bytes on links");
  }

  private static void addCurve(Metrics<BlueGeneSummary> metrics) {
    metrics
        .add("throughputSeries.first", "", "First throughput", run -> run.curve().first())
        .meaning("throughput of the first interval of the grid, relative to the peak")
        .add(
            "throughputSeries.peakTick",
            "ticks",
            "Peak of throughput",
            run -> run.curve().peakTick())
        .meaning("end of the interval of peak throughput")
        .add(
            "throughputSeries.declinedTick",
            "ticks",
            "Decline of throughput",
            run -> run.curve().declinedTick())
        .meaning("end of the first interval after the peak at 80 % of it or less")
        .add(
            "throughputSeries.firstMinimumTick",
            "ticks",
            "First minimum of throughput",
            run -> run.curve().firstMinimumTick())
        .meaning("end of the first minimum of throughput after its decline")
        .add("throughputSeries.plateau", "", "Plateau of throughput", run -> run.curve().plateau())
        .meaning("throughput over the measured interval, relative to the peak")
        .add(
            "throughputSeries.plateauRange",
            "",
            "Range of the plateau",
            run -> run.curve().plateauRange())
        .meaning(
            "largest throughput of a grid interval minus the smallest, within the"
                + " measured interval, relative to the peak");
  }

  private void addBounds(Metrics<BlueGeneSummary> metrics) {
    metrics
        .add(
            "bounds.linkUtilization",
            "",
            "Peak link utilization",
            run -> run.traffic().peakLinkUtilization())
        .meaning("theoretical limit of linkUtilization for uniform traffic and all-to-all")
        .add(
            "bounds.payloadUtilization",
            "",
            "Peak payload utilization",
            BlueGeneSummary::peakPayloadUtilization)
        .meaning("payloadUtilization at bounds.linkUtilization")
        .addAll(BoundMetrics.throughput(Rate.PER_TICK.unit(), BlueGeneSummary::peakThroughput))
        .addAll(BoundMetrics.meanHops(BlueGeneSummary::meanHops))
        .addAll(
            BoundMetrics.quiet(BlueGeneSummary::quietTicks, run -> run.run().network().tickRate()));
    if (region) {
      metrics
          .add(
              "bounds.outsideRate",
              "bytes/tick/node",
              "Peak rate of nodes outside",
              run -> run.traffic().outsideRate())
          .meaning("for a hot region: load of the links that enter it if all nodes send equally");
    }
  }

  /** Returns those of the series. */
  Metrics<TorusSpan> ofInterval() {
    final Metrics<TorusSpan> metrics =
        new Metrics<TorusSpan>()
            .addAll(SharedMetrics.ofInterval(Rate.PER_TICK))
            .addAll(utilizations())
            .addAll(SharedMetrics.injected())
            .family(
                "vcThroughput",
                "bytes/tick/link",
                "Throughput of a virtual channel",
                VC,
                vcs,
                TorusSpan::throughput)
            .meaning("bytes of packets on each virtual channel");
    if (region) {
      metrics
          .addAll(enteringLinkUtilization())
          .counters(List.of(TorusCounter.DELIVERED_FROM_OUTSIDE), TorusSpan::count)
          .add(
              "deliveredFromInside",
              "packets",
              "Delivered from inside",
              TorusSpan::deliveredFromInside)
          .meaning("packets delivered whose source is inside the region");
    }
    if (unblocking) {
      metrics
          .counters(
              List.of(TorusCounter.CREDITS, TorusCounter.UNBLOCKING_CREDITS), TorusSpan::count)
          .addAll(unblockings());
    }
    return metrics;
  }

  private static Metrics<TorusSpan> enteringLinkUtilization() {
    return new Metrics<TorusSpan>()
        .add(
            "region.enteringLinkUtilization",
            "",
            "Utilization of the entering links",
            TorusSpan::enteringLinkUtilization)
        .meaning("utilization of the links that enter the region; null if there are none");
  }

  private static Metrics<TorusSpan> utilizations() {
    return new Metrics<TorusSpan>()
        .add(
            "dataLinkUtilization",
            "",
            "Link utilization by packets",
            TorusSpan::dataLinkUtilization)
        .meaning("linkUtilization, counting only packets and their trailers")
        .add("payloadUtilization", "", "Link utilization by payload", TorusSpan::payloadUtilization)
        .meaning("linkUtilization, counting only the bytes of packets after their first 16 B");
  }

  private static Metrics<TorusSpan> linkErrors() {
    return new Metrics<TorusSpan>()
        .counters(
            EnumSet.range(TorusCounter.TRANSMISSIONS, TorusCounter.ACKS_DAMAGED), TorusSpan::count)
        .addAll(LinkMetrics.goodput("bytes/tick/link", TorusSpan::linkGoodput));
  }

  private static Metrics<TorusSpan> unblockings() {
    return new Metrics<TorusSpan>()
        .add(
            "unblockingProbability", "", "Unblocking probability", TorusSpan::unblockingProbability)
        .meaning(
            "fraction of the credits that returned to a sender and released a packet that"
                + " waited for tokens; null without a credit");
  }
}
