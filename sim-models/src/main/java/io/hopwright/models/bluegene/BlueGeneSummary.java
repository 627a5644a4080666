package io.hopwright.models.bluegene;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Summaries;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Turns the counts of a run into named results, as defined in {@code docs/results.md}. */
final class BlueGeneSummary {
  private static final String[] DIMENSIONS = {"x", "y", "z"};
  private static final double MICROS = 1e6;
  private static final long PER_HOP_OVERHEAD = TrafficBounds.HEADER_BYTES + 4;

  private final Torus torus;
  private final RouterDesign design;
  private final RunPlan run;
  private final TickRate tickRate;
  private final TorusMeasures measures;
  private final long stopTick;
  private final Traffic traffic;
  private final HotBox region;
  private final boolean unblocking;
  private final List<String> vcNames;

  BlueGeneSummary(BlueGeneSettings settings, TorusMeasures measures, long stopTick) {
    this.measures = measures;
    this.stopTick = stopTick;
    torus = settings.torus();
    design = settings.design();
    run = settings.run();
    tickRate = settings.tickRate();
    traffic = settings.traffic();
    region = settings.observation().extras().region();
    unblocking = settings.observation().extras().unblocking();
    vcNames = VcNames.of(design);
  }

  RunResult result(Map<String, RunResult.Table> tables) {
    final Map<String, TickHistogram> histograms = new LinkedHashMap<>();
    histograms.put("responseTicks", measures.response());
    histograms.put("networkLatencyTicks", measures.networkLatency());
    return new RunResult(summary(), columns(), rows(), histograms, tables);
  }

  private Map<String, Object> summary() {
    final TorusTotals whole = measures.totals();
    final TorusTotals measured = measures.measured();
    final long from = Math.min(run.warmupTicks(), stopTick);
    final long to = measuredTo();
    final double linkTicks = (double) torus.links() * (to - from);
    final double nodeTicks = (double) torus.nodes() * (to - from);
    final Map<String, Object> all = new LinkedHashMap<>();
    all.put("machine", "bluegene-l");
    all.put("nodes", (long) torus.nodes());
    all.put("shape", torus.toString());
    all.put("seed", run.seed());
    all.put("ticks", stopTick);
    all.put("measuredFromTick", from);
    all.put("measuredToTick", to);
    all.put("digest", measures.digest().toString());
    all.put("packetsInjected", whole.get(TorusTotals.INJECTED));
    all.put("packetsDelivered", whole.get(TorusTotals.DELIVERED));
    if (traffic.twoPhases()) {
      all.put("packetsForwarded", whole.get(TorusTotals.FORWARDED));
    }
    all.put("packetHops", whole.get(TorusTotals.HOPS));
    all.put(
        "meanHops",
        Summaries.ratio(
            measured.get(TorusTotals.DELIVERED_HOPS),
            (double) measured.get(TorusTotals.DELIVERED)));
    all.put("responseTicks", Summaries.distribution(measures.response()));
    all.put("meanResponseMicroseconds", microseconds(measures.response()));
    all.put("networkLatencyTicks", Summaries.distribution(measures.networkLatency()));
    all.put("zeroLoadExcessTicks", Summaries.excess(measures));
    all.put(
        "linkUtilization", Summaries.ratio(measured.dataBytes() + measured.ackBytes(), linkTicks));
    all.put("shareOfPeak", shareOfPeak(measured, linkTicks));
    all.put("dataLinkUtilization", Summaries.ratio(measured.dataBytes(), linkTicks));
    all.put("payloadUtilization", Summaries.ratio(payloadBytes(measured), linkTicks));
    all.put("linkUtilizationByDimension", byDimension(measured, to - from));
    all.put(
        "throughputBytesPerTickPerNode",
        Summaries.ratio(measured.get(TorusTotals.DELIVERED_BYTES), nodeTicks));
    all.put(
        "injectedBytesPerTickPerNode",
        Summaries.ratio(measured.get(TorusTotals.INJECTED_BYTES), nodeTicks));
    all.put("offeredBytesPerTickPerNode", offered(nodeTicks));
    all.put("saturated", measures.offeredKnown() ? measures.saturated() : null);
    all.put("backlogGrowth", measures.offeredKnown() ? measures.backlogGrowth() : null);
    all.put("packetsUnfinished", measures.followed() ? measures.awaited() : null);
    all.put("vcShare", perVc(measured::dataBytesOnVc, (double) measured.dataBytes(), false));
    final double samples = (double) measured.get(TorusTotals.SAMPLED_LINKS);
    all.put("escapeShare", Summaries.ratio(escapeBytes(measured), (double) measured.dataBytes()));
    all.put("vcUnavailable", perVc(measured::unavailable, samples, true));
    all.put("vcFull", perVc(measured::full, samples, true));
    all.put("vcTopRange", perVc(measured::topRange, samples, true));
    all.put("mostTransfersOfAReceiver", samples > 0 ? measures.mostTransfers() : null);
    if (region != null) {
      all.put("region", region(measured, to - from));
    }
    if (unblocking) {
      all.put("unblockingProbability", unblockingProbability(measured));
    }
    all.put("throughputSeries", ThroughputCurve.of(measures, run, stopTick));
    all.put("bounds", bounds());
    return all;
  }

  private static Double unblockingProbability(TorusTotals totals) {
    return Summaries.ratio(
        totals.get(TorusTotals.UNBLOCKING_CREDITS), (double) totals.get(TorusTotals.CREDITS));
  }

  /** Returns the length of the measured interval, as far as it was simulated. */
  long measuredTicks() {
    return measuredTo() - Math.min(run.warmupTicks(), stopTick);
  }

  private long measuredTo() {
    return run.end() == RunPlan.End.DRAINED
        ? Math.max(measures.lastDelivery() + 1, Math.min(run.warmupTicks(), stopTick))
        : Math.min(run.measuredTo(), stopTick);
  }

  private Double offered(double nodeTicks) {
    return measures.offeredKnown()
        ? Summaries.ratio((double) measures.offered() * traffic.bounds().meanBytes(), nodeTicks)
        : null;
  }

  private Double shareOfPeak(TorusTotals totals, double linkTicks) {
    final Double peak = traffic.peakLinkUtilization();
    return peak == null
        ? null
        : Summaries.ratio(totals.dataBytes() + totals.ackBytes(), linkTicks * peak);
  }

  private static double payloadBytes(TorusTotals totals) {
    return (double) (totals.dataBytes() - PER_HOP_OVERHEAD * totals.get(TorusTotals.HOPS));
  }

  private Map<String, Object> byDimension(TorusTotals totals, long ticks) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final long bytes = totals.dataBytes(dimension) + totals.ackBytes(dimension);
      values.put(
          DIMENSIONS[dimension], Summaries.ratio(bytes, (double) torus.links(dimension) * ticks));
    }
    return values;
  }

  private Double microseconds(TickHistogram response) {
    return Summaries.ratio(
        response.mean() * tickRate.seconds() * MICROS,
        response.count() == 0 ? 0 : (double) tickRate.ticks());
  }

  private long escapeBytes(TorusTotals totals) {
    long bytes = 0;
    for (int vc = design.escapeVc(); vc < design.highPriorityVc(); vc++) {
      bytes += totals.dataBytesOnVc(vc);
    }
    return bytes;
  }

  /** Shares per VC name; with {@code all}, also the mean over the VCs. */
  private Map<String, Object> perVc(IntToLongFunction count, double whole, boolean all) {
    final Map<String, Object> values = new LinkedHashMap<>();
    final int vcs = vcNames.size();
    long sum = 0;
    for (int vc = 0; vc < vcs; vc++) {
      values.put(vcNames.get(vc), Summaries.ratio(count.applyAsLong(vc), whole));
      sum += count.applyAsLong(vc);
    }
    if (all) {
      values.put("all", Summaries.ratio(sum, whole * vcs));
    }
    return values;
  }

  /** Traffic of the box at the origin; rates in link bytes, token-ack included. */
  private Map<String, Object> region(TorusTotals totals, long ticks) {
    final int outside = torus.nodes() - region.nodes();
    final long fromOutside = totals.get(TorusTotals.DELIVERED_FROM_OUTSIDE);
    final long fromInside = totals.get(TorusTotals.DELIVERED) - fromOutside;
    final double wire = traffic.bounds().meanWireBytes();
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("nodes", (long) region.nodes());
    values.put("enteringLinks", traffic.bounds().enteringLinks(region));
    values.put(
        "enteringLinkUtilization",
        Summaries.ratio(
            totals.get(TorusTotals.ENTERING_BYTES),
            (double) traffic.bounds().enteringLinks(region) * ticks));
    values.put("outsideRate", Summaries.ratio(fromOutside * wire, (double) outside * ticks));
    values.put("insideRate", Summaries.ratio(fromInside * wire, (double) region.nodes() * ticks));
    values.put(
        "enteringRate",
        Summaries.ratio(totals.get(TorusTotals.ENTERED) * wire, (double) outside * ticks));
    values.put(
        "meanRate",
        Summaries.ratio(totals.get(TorusTotals.DELIVERED) * wire, (double) torus.nodes() * ticks));
    return values;
  }

  private Map<String, Object> bounds() {
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("linkUtilization", traffic.peakLinkUtilization());
    values.put(
        "payloadUtilization",
        times(traffic.peakLinkUtilization(), traffic.bounds().payloadShare()));
    values.put(
        "throughputBytesPerTickPerNode", times(traffic.peakRate(), traffic.bounds().meanBytes()));
    values.put("meanHops", traffic.meanHops());
    values.put("quietTicks", quietTicks());
    if (region != null) {
      values.put("outsideRate", traffic.outsideRate());
    }
    return values;
  }

  /** The response time over a way of mean length in an empty network. */
  private double quietTicks() {
    final long none = design.zeroLoadTicks(0, 0);
    final long hop = design.zeroLoadTicks(1, 0) - none;
    return none + traffic.bounds().meanBytes() + hop * traffic.meanHops();
  }

  private static Double times(Double factor, double other) {
    return factor == null ? null : factor * other;
  }

  private List<RunResult.Column> columns() {
    final List<RunResult.Column> columns = new ArrayList<>();
    columns.add(new RunResult.Column("from", "ticks"));
    columns.add(new RunResult.Column("to", "ticks"));
    columns.add(new RunResult.Column("linkUtilization", ""));
    columns.add(new RunResult.Column("dataLinkUtilization", ""));
    columns.add(new RunResult.Column("payloadUtilization", ""));
    columns.add(new RunResult.Column("throughput", "bytes/tick/node"));
    columns.add(new RunResult.Column("injected", "bytes/tick/node"));
    columns.add(new RunResult.Column("packetsInjected", "packets"));
    columns.add(new RunResult.Column(RunResult.DELIVERED, "packets"));
    columns.add(new RunResult.Column("packetHops", "packet-hops"));
    columns.add(new RunResult.Column(RunResult.RESPONSE, "ticks"));
    for (String vc : vcNames) {
      columns.add(new RunResult.Column("vcThroughput." + vc, "bytes/tick/link"));
    }
    if (region != null) {
      columns.add(new RunResult.Column("enteringLinkUtilization", ""));
      columns.add(new RunResult.Column("deliveredFromOutside", "packets"));
      columns.add(new RunResult.Column("deliveredFromInside", "packets"));
    }
    if (unblocking) {
      columns.add(new RunResult.Column("credits", "credits"));
      columns.add(new RunResult.Column("unblocking", "credits"));
      columns.add(new RunResult.Column("unblockingProbability", ""));
    }
    return columns;
  }

  private List<double[]> rows() {
    final List<double[]> rows = new ArrayList<>();
    for (int interval = 0; interval < measures.intervals(); interval++) {
      rows.add(row(interval, measures.interval(interval)));
    }
    return rows;
  }

  private double[] row(int interval, TorusTotals totals) {
    final long from = interval * run.gridTicks();
    final long to = Math.min(from + run.gridTicks(), stopTick);
    final double linkTicks = (double) torus.links() * (to - from);
    final double nodeTicks = (double) torus.nodes() * (to - from);
    final List<Double> row = new ArrayList<>();
    row.add((double) from);
    row.add((double) to);
    row.add((totals.dataBytes() + totals.ackBytes()) / linkTicks);
    row.add(totals.dataBytes() / linkTicks);
    row.add(payloadBytes(totals) / linkTicks);
    row.add(totals.get(TorusTotals.DELIVERED_BYTES) / nodeTicks);
    row.add(totals.get(TorusTotals.INJECTED_BYTES) / nodeTicks);
    row.add((double) totals.get(TorusTotals.INJECTED));
    row.add((double) totals.get(TorusTotals.DELIVERED));
    row.add((double) totals.get(TorusTotals.HOPS));
    row.add((double) totals.get(TorusTotals.RESPONSE_TICKS) / totals.get(TorusTotals.DELIVERED));
    for (int vc = 0; vc < vcNames.size(); vc++) {
      row.add(totals.dataBytesOnVc(vc) / linkTicks);
    }
    if (region != null) {
      final long fromOutside = totals.get(TorusTotals.DELIVERED_FROM_OUTSIDE);
      final double entering = (double) traffic.bounds().enteringLinks(region) * (to - from);
      row.add(entering > 0 ? totals.get(TorusTotals.ENTERING_BYTES) / entering : 0);
      row.add((double) fromOutside);
      row.add((double) (totals.get(TorusTotals.DELIVERED) - fromOutside));
    }
    if (unblocking) {
      final Double probability = unblockingProbability(totals);
      row.add((double) totals.get(TorusTotals.CREDITS));
      row.add((double) totals.get(TorusTotals.UNBLOCKING_CREDITS));
      row.add(probability == null ? Double.NaN : probability);
    }
    return row.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
