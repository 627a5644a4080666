package io.hopwright.models.reference;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns what a reference model has counted into results of the fast one's form: the same names, as
 * defined in {@code docs/results.md}; null what it does not measure.
 */
final class ReferenceSummary {
  private final RunResult unmeasured;
  private final ReferenceModel model;
  private final ReferenceStatistics measured;
  private final RunPlan run;
  private final long stopTick;

  ReferenceSummary(
      RunResult unmeasured, ReferenceModel model, ReferenceStatistics measured, long stopTick) {
    this.unmeasured = unmeasured;
    this.model = model;
    this.measured = measured;
    run = measured.run();
    this.stopTick = stopTick;
  }

  RunResult result() {
    final Map<String, TickHistogram> histograms = new LinkedHashMap<>();
    histograms.put("responseTicks", measured.response());
    histograms.put("networkLatencyTicks", measured.networkLatency());
    return new RunResult(summary(), unmeasured.columns(), rows(), histograms, Map.of());
  }

  private Map<String, Object> summary() {
    final Map<String, Object> all = new LinkedHashMap<>(unmeasured.summary());
    final long from = Math.min(run.warmupTicks(), stopTick);
    final long to = measuredTo();
    all.put("ticks", stopTick);
    all.put("measuredFromTick", from);
    all.put("measuredToTick", to);
    all.put("digest", String.format("%016x", measured.digest()));
    all.put("packetsDelivered", measured.whole().get(ReferenceMachine.DELIVERED));
    all.put("packetHops", measured.whole().get(ReferenceMachine.HOPS));
    all.put("responseTicks", distribution(measured.response()));
    all.put("networkLatencyTicks", distribution(measured.networkLatency()));
    final Map<String, Object> excess = new LinkedHashMap<>();
    excess.put("min", measured.excessMin());
    excess.put("mean", measured.excessMean());
    excess.put("max", measured.excessMax());
    all.put("zeroLoadExcessTicks", excess);
    final boolean followed = measured.following() && stopTick >= run.measuredTo();
    all.put("packetsUnfinished", followed ? measured.awaited() : null);
    model.summarize(measured, to - from, all);
    if (!all.keySet().equals(unmeasured.summary().keySet())) {
      throw new IllegalStateException("the fast model has other results than " + all.keySet());
    }
    return all;
  }

  private long measuredTo() {
    return run.end() == RunPlan.End.DRAINED
        ? Math.max(measured.lastDeliveryTick() + 1, Math.min(run.warmupTicks(), stopTick))
        : Math.min(run.measuredTo(), stopTick);
  }

  private static Map<String, Object> distribution(TickHistogram histogram) {
    final boolean any = histogram.count() > 0;
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("count", histogram.count());
    values.put("mean", any ? histogram.mean() : null);
    values.put("p50", any ? histogram.percentile(50) : null);
    values.put("p99", any ? histogram.percentile(99) : null);
    values.put("max", any ? histogram.max() : null);
    return values;
  }

  private List<double[]> rows() {
    final List<ReferenceCounts> grid = measured.grid();
    final List<double[]> rows = new ArrayList<>();
    for (int i = 1; i < grid.size(); i++) {
      final long from = grid.get(i - 1).tick();
      final ReferenceCounts interval = grid.get(i).since(grid.get(i - 1));
      final Map<String, Double> row = new LinkedHashMap<>(model.row(interval));
      row.put("from", (double) from);
      row.put("to", (double) (from + interval.tick()));
      row.put("packetsDelivered", (double) interval.get(ReferenceMachine.DELIVERED));
      row.put("packetHops", (double) interval.get(ReferenceMachine.HOPS));
      rows.add(
          unmeasured.columns().stream()
              .mapToDouble(column -> row.getOrDefault(column.name(), Double.NaN))
              .toArray());
    }
    return rows;
  }
}
