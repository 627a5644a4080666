package io.hopwright.models.bluegene;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Summaries;
import io.hopwright.models.reference.bluegene.ReferenceConfig;
import io.hopwright.models.reference.bluegene.ReferenceConfig.Escape;
import io.hopwright.models.reference.bluegene.ReferenceCounts;
import io.hopwright.models.reference.bluegene.ReferenceStatistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Turns what the reference model has counted into the results of the fast one: the same names, as
 * defined in {@code docs/results.md}; null what it does not measure.
 */
final class ReferenceSummary {
  private static final double MICROS = 1e6;

  private final RunResult unmeasured;
  private final RunPlan run;
  private final TickRate tickRate;
  private final ReferenceConfig config;
  private final ReferenceStatistics books;
  private final long stopTick;

  ReferenceSummary(
      BlueGeneNetwork fast, ReferenceConfig config, ReferenceStatistics books, long stopTick) {
    unmeasured = fast.unmeasured();
    run = fast.run();
    tickRate = fast.tickRate();
    this.config = config;
    this.books = books;
    this.stopTick = stopTick;
  }

  RunResult result() {
    final Map<String, TickHistogram> histograms = new LinkedHashMap<>();
    histograms.put("responseTicks", books.response());
    histograms.put("networkLatencyTicks", books.networkLatency());
    return new RunResult(summary(), unmeasured.columns(), rows(), histograms, Map.of());
  }

  private Map<String, Object> summary() {
    final Map<String, Object> all = new LinkedHashMap<>(unmeasured.summary());
    final long from = Math.min(run.warmupTicks(), stopTick);
    all.put("ticks", stopTick);
    all.put("measuredFromTick", from);
    all.put("measuredToTick", measuredTo());
    all.put("digest", String.format("%016x", books.digest()));
    all.put("packetsInjected", books.whole().packetsInjected());
    all.put("packetsDelivered", books.whole().packetsDelivered());
    all.replace("packetsForwarded", books.whole().packetsForwarded());
    all.put("packetHops", books.whole().packetHops());
    all.put("packetsUnfinished", books.following() && books.complete() ? books.awaited() : null);
    putTimes(all);
    putRates(all, (double) (measuredTo() - from));
    putChannels(all);
    return all;
  }

  private long measuredTo() {
    return run.end() == RunPlan.End.DRAINED
        ? Math.max(books.lastDeliveryTick() + 1, Math.min(run.warmupTicks(), stopTick))
        : Math.min(run.measuredTo(), stopTick);
  }

  private void putTimes(Map<String, Object> all) {
    final TickHistogram response = books.response();
    final boolean any = response.count() > 0;
    all.put("responseTicks", Summaries.distribution(response));
    all.put(
        "meanResponseMicroseconds",
        any ? response.mean() * tickRate.seconds() * MICROS / tickRate.ticks() : null);
    all.put("networkLatencyTicks", Summaries.distribution(books.networkLatency()));
    final Map<String, Object> excess = new LinkedHashMap<>();
    excess.put("min", any ? books.excessMin() : null);
    excess.put("mean", any ? books.excessMean() : null);
    excess.put("max", any ? books.excessMax() : null);
    all.put("zeroLoadExcessTicks", excess);
  }

  private void putRates(Map<String, Object> all, double ticks) {
    final ReferenceCounts measured = books.measured();
    final double linkTicks = config.links() * ticks;
    final double nodeTicks = config.nodes() * ticks;
    final Object peak = ((Map<?, ?>) all.get("bounds")).get("linkUtilization");
    all.put(
        "meanHops",
        Summaries.ratio(measured.hopsDelivered(), (double) measured.packetsDelivered()));
    all.put("linkUtilization", Summaries.ratio(measured.wireBytes(), linkTicks));
    all.put(
        "shareOfPeak",
        peak == null ? null : Summaries.ratio(measured.wireBytes(), linkTicks * (Double) peak));
    all.put("dataLinkUtilization", Summaries.ratio(measured.dataBytes(), linkTicks));
    all.put("payloadUtilization", Summaries.ratio(payloadBytes(measured), linkTicks));
    all.put("throughputBytesPerTickPerNode", Summaries.ratio(measured.bytesDelivered(), nodeTicks));
    all.put("injectedBytesPerTickPerNode", Summaries.ratio(measured.bytesInjected(), nodeTicks));
    all.replace(
        "unblockingProbability",
        Summaries.ratio(measured.unblockingCredits(), (double) measured.credits()));
  }

  private static long payloadBytes(ReferenceCounts counts) {
    final long overhead = TrafficBounds.HEADER_BYTES + TrafficBounds.TRAILER_BYTES;
    return counts.dataBytes() - overhead * counts.packetHops();
  }

  private void putChannels(Map<String, Object> all) {
    final ReferenceCounts measured = books.measured();
    final int firstEscape = config.dynamicVcs();
    final int afterEscape = firstEscape + (config.escape() == Escape.DATELINE ? 2 : 1);
    final List<Long> bytes = measured.dataBytesByVc();
    final long ofEscape =
        bytes.subList(firstEscape, afterEscape).stream().mapToLong(Long::longValue).sum();
    all.put("vcShare", perVc(bytes::get, (double) measured.dataBytes(), false));
    all.put("escapeShare", Summaries.ratio(ofEscape, (double) measured.dataBytes()));
    all.put("vcTopRange", perVc(books::topRangeSamples, (double) books.samples(), true));
  }

  /** Shares per VC name; with {@code all}, also the mean over the VCs. */
  private Map<String, Object> perVc(IntToLongFunction count, double whole, boolean all) {
    final Map<String, Object> values = new LinkedHashMap<>();
    long sum = 0;
    for (String name : vcNames()) {
      final long ofVc = count.applyAsLong(values.size());
      values.put(name, Summaries.ratio(ofVc, whole));
      sum += ofVc;
    }
    if (all) {
      values.put("all", Summaries.ratio(sum, whole * values.size()));
    }
    return values;
  }

  private List<String> vcNames() {
    final List<String> names = new ArrayList<>();
    ((Map<?, ?>) unmeasured.summary().get("vcShare")).keySet().forEach(n -> names.add((String) n));
    return names;
  }

  private List<double[]> rows() {
    final List<ReferenceCounts> grid = books.grid();
    final List<double[]> rows = new ArrayList<>();
    for (int i = 1; i < grid.size(); i++) {
      final Map<String, Double> row =
          row(grid.get(i - 1).tick(), grid.get(i).since(grid.get(i - 1)));
      rows.add(
          unmeasured.columns().stream()
              .mapToDouble(column -> row.getOrDefault(column.name(), Double.NaN))
              .toArray());
    }
    return rows;
  }

  private Map<String, Double> row(long from, ReferenceCounts counts) {
    final double linkTicks = (double) config.links() * counts.tick();
    final double nodeTicks = (double) config.nodes() * counts.tick();
    final Map<String, Double> row = new LinkedHashMap<>();
    row.put("from", (double) from);
    row.put("to", (double) (from + counts.tick()));
    row.put("linkUtilization", counts.wireBytes() / linkTicks);
    row.put("dataLinkUtilization", counts.dataBytes() / linkTicks);
    row.put("payloadUtilization", payloadBytes(counts) / linkTicks);
    row.put("throughput", counts.bytesDelivered() / nodeTicks);
    row.put("injected", counts.bytesInjected() / nodeTicks);
    row.put("packetsInjected", (double) counts.packetsInjected());
    row.put("packetsDelivered", (double) counts.packetsDelivered());
    row.put("packetHops", (double) counts.packetHops());
    final List<String> names = vcNames();
    for (int vc = 0; vc < names.size(); vc++) {
      row.put("vcThroughput." + names.get(vc), counts.dataBytesByVc().get(vc) / linkTicks);
    }
    row.put("credits", (double) counts.credits());
    row.put("unblocking", (double) counts.unblockingCredits());
    row.put("unblockingProbability", (double) counts.unblockingCredits() / counts.credits());
    return row;
  }
}
