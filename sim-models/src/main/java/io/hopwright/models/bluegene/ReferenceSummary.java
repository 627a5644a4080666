package io.hopwright.models.bluegene;

import io.hopwright.models.machine.MeasuredRun;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.SharedMetrics;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.PacketStatistics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.reference.bluegene.ReferenceConfig;
import io.hopwright.models.reference.bluegene.ReferenceConfig.Escape;
import io.hopwright.models.reference.bluegene.ReferenceCounts;
import io.hopwright.models.reference.bluegene.ReferenceStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Turns what the reference model has counted into the results of the fast one: the same names, as
 * defined in {@code docs/results.md}; null what it does not measure.
 */
final class ReferenceSummary {
  private final RunResult unmeasured;
  private final BlueGeneNetwork fast;
  private final ReferenceConfig config;
  private final ReferenceStatistics books;
  private final long stopTick;

  ReferenceSummary(
      BlueGeneNetwork fast, ReferenceConfig config, ReferenceStatistics books, long stopTick) {
    unmeasured = fast.unmeasured();
    this.fast = fast;
    this.config = config;
    this.books = books;
    this.stopTick = stopTick;
  }

  /** What was counted over some ticks. */
  private record Counted(long nodes, long links, long fromTick, long toTick, ReferenceCounts counts)
      implements Span {
    /** Returns what all machines count; response times are not added up by delivery. */
    @Override
    public Totals totals() {
      return new Totals(
          counts.packetsInjected(),
          counts.bytesInjected(),
          0,
          counts.packetsDelivered(),
          counts.bytesDelivered(),
          counts.hopsDelivered(),
          counts.packetHops(),
          0);
    }

    @Override
    public Double linkUtilization() {
      return perLink(counts.wireBytes());
    }

    private Double perLink(long bytes) {
      return Metrics.ratio(bytes, (double) links * ticks());
    }

    private Double payloadUtilization() {
      final long overhead = TrafficBounds.HEADER_BYTES + TrafficBounds.TRAILER_BYTES;
      return perLink(counts.dataBytes() - overhead * counts.packetHops());
    }

    private Double unblockingProbability() {
      return Metrics.ratio(counts.unblockingCredits(), (double) counts.credits());
    }
  }

  private Counted counted(long fromTick, long toTick, ReferenceCounts counts) {
    return new Counted(config.nodes(), config.links(), fromTick, toTick, counts);
  }

  RunResult result() {
    final RunPlan run = fast.run();
    final long from = run.measuredFrom(stopTick);
    final long to = run.measuredTo(stopTick, books.lastDeliveryTick());
    final List<ReferenceCounts> grid = books.grid();
    final MeasuredRun<Counted> measured =
        new MeasuredRun<>(
            fast,
            stopTick,
            packets(),
            null,
            counted(0, stopTick, books.whole()),
            counted(from, to, books.measured()),
            IntStream.range(1, grid.size())
                .mapToObj(
                    i ->
                        counted(
                            grid.get(i - 1).tick(),
                            grid.get(i).tick(),
                            grid.get(i).since(grid.get(i - 1))))
                .toList());
    final Map<String, Object> summary = new LinkedHashMap<>(unmeasured.summary());
    final Metrics<MeasuredRun<?>> shared = SharedMetrics.ofRun("", Rate.PER_TICK);
    summary.putAll(shared.summary(measured));
    putOwn(summary, measured);
    return new RunResult(
        unmeasured.metrics(),
        summary,
        unmeasured.columns(),
        measured.intervals().stream().map(this::row).toList(),
        shared.distributions(measured),
        Map.of());
  }

  private PacketStatistics packets() {
    return new PacketStatistics(
        String.format("%016x", books.digest()),
        books.lastDeliveryTick(),
        books.response(),
        books.networkLatency(),
        books.excessMin(),
        books.excessMean(),
        books.excessMax(),
        null,
        null,
        null,
        books.following() && books.complete() ? books.awaited() : null);
  }

  private void putOwn(Map<String, Object> all, MeasuredRun<Counted> run) {
    final Counted measured = run.measured();
    final ReferenceCounts counts = measured.counts();
    final Object peak = ((Map<?, ?>) all.get("bounds")).get("linkUtilization");
    final int firstEscape = config.dynamicVcs();
    final int afterEscape = firstEscape + (config.escape() == Escape.DATELINE ? 2 : 1);
    final List<Long> bytes = counts.dataBytesByVc();
    final long ofEscape =
        bytes.subList(firstEscape, afterEscape).stream().mapToLong(Long::longValue).sum();
    all.put("packetsInjected", run.whole().counts().packetsInjected());
    all.replace("packetsForwarded", run.whole().counts().packetsForwarded());
    all.put(
        "shareOfPeak",
        peak == null
            ? null
            : Metrics.ratio(
                counts.wireBytes(), (double) config.links() * measured.ticks() * (Double) peak));
    all.put("dataLinkUtilization", measured.perLink(counts.dataBytes()));
    all.put("payloadUtilization", measured.payloadUtilization());
    all.put("vcShare", perVc(bytes::get, (double) counts.dataBytes(), false));
    all.put("escapeShare", Metrics.ratio(ofEscape, (double) counts.dataBytes()));
    all.put("vcTopRange", perVc(books::topRangeSamples, (double) books.samples(), true));
    all.replace("unblockingProbability", measured.unblockingProbability());
  }

  /** Shares per VC name; with {@code all}, also the mean over the VCs. */
  private Map<String, Object> perVc(IntToLongFunction count, double whole, boolean all) {
    final Map<String, Object> values = new LinkedHashMap<>();
    long sum = 0;
    for (String name : vcNames()) {
      final long ofVc = count.applyAsLong(values.size());
      values.put(name, Metrics.ratio(ofVc, whole));
      sum += ofVc;
    }
    if (all) {
      values.put("all", Metrics.ratio(sum, whole * values.size()));
    }
    return values;
  }

  private List<String> vcNames() {
    final List<String> names = new ArrayList<>();
    ((Map<?, ?>) unmeasured.summary().get("vcShare")).keySet().forEach(n -> names.add((String) n));
    return names;
  }

  private double[] row(Counted interval) {
    final ReferenceCounts counts = interval.counts();
    final Map<String, Object> row = new HashMap<>();
    final Metrics<Span> shared = SharedMetrics.ofInterval(Rate.PER_TICK);
    final List<Object> values = shared.row(interval);
    for (int i = 0; i < values.size(); i++) {
      row.put(shared.declared().get(i).name(), values.get(i));
    }
    row.remove(SharedMetrics.RESPONSE);
    row.put("dataLinkUtilization", interval.perLink(counts.dataBytes()));
    row.put("payloadUtilization", interval.payloadUtilization());
    row.put("packetsInjected", counts.packetsInjected());
    final List<String> names = vcNames();
    for (int vc = 0; vc < names.size(); vc++) {
      row.put("vcThroughput." + names.get(vc), interval.perLink(counts.dataBytesByVc().get(vc)));
    }
    row.put("credits", counts.credits());
    row.put("unblocking", counts.unblockingCredits());
    row.put("unblockingProbability", interval.unblockingProbability());
    return unmeasured.columnNames().stream()
        .mapToDouble(
            name -> row.get(name) instanceof Number number ? number.doubleValue() : Double.NaN)
        .toArray();
  }
}
