package io.hopwright.models.reference;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Steadiness;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.tables.RunResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Converter from counters of a reference model to results with the fast model's names, as defined
 * in {@code docs/results.md}; values that it does not measure are null.
 *
 * @param fast the same network for the fast model
 */
record ReferenceSummary(
    Network<?> fast, ReferenceModel model, ReferenceStatistics statistics, long stopTick) {
  /** Prefix of the numbers of jobs, which only the fast model measures. */
  private static final String JOBS = "jobs";

  RunResult result() {
    final RunResult unmeasured = fast.unmeasured();
    final MeasuredRun<ReferenceSpan> run = run();
    final Metrics<MeasuredRun<?>> shared = SharedMetrics.ofRun("", model.rate());
    final Map<String, Object> summary = new LinkedHashMap<>(unmeasured.summary());
    summary.computeIfPresent(JOBS, (name, jobs) -> unknown(jobs));
    summary.putAll(shared.summary(run));
    summary.putAll(statistics.jobs().summary());
    model.summarize(statistics, run.measured().ticks(), summary);
    if (!summary.keySet().equals(unmeasured.summary().keySet())) {
      throw new IllegalStateException("the fast model has other results than " + summary.keySet());
    }
    final Map<String, TickHistogram> distributions = new LinkedHashMap<>(unmeasured.histograms());
    distributions.putAll(shared.distributions(run));
    distributions.putAll(statistics.jobs().distributions());
    return new RunResult(
        unmeasured.metrics(),
        summary,
        unmeasured.columns(),
        run.intervals().stream().map(span -> row(span, unmeasured.columnNames())).toList(),
        distributions,
        Map.of());
  }

  /** Returns the same names without a value. */
  private static Object unknown(Object value) {
    if (!(value instanceof Map<?, ?> members)) {
      return null;
    }
    final Map<Object, Object> names = new LinkedHashMap<>();
    members.forEach((name, of) -> names.put(name, unknown(of)));
    return names;
  }

  private MeasuredRun<ReferenceSpan> run() {
    final RunPlan run = fast.run();
    final long from = run.measuredFrom(stopTick);
    final long to = run.measuredTo(stopTick, statistics.lastDeliveryTick());
    final List<ReferenceCounts> ends = statistics.ends();
    return new MeasuredRun<>(
        fast,
        stopTick,
        statistics.packets(stopTick),
        statistics.occupancy(to - from),
        span(0, stopTick, statistics.whole()),
        span(from, to, statistics.measured()),
        IntStream.range(1, ends.size()).mapToObj(i -> since(ends.get(i - 1), ends.get(i))).toList(),
        Steadiness.notJudged("reference models do not judge it"));
  }

  private ReferenceSpan since(ReferenceCounts before, ReferenceCounts after) {
    return span(before.tick(), after.tick(), after.since(before));
  }

  private ReferenceSpan span(long fromTick, long toTick, ReferenceCounts counts) {
    return new ReferenceSpan(fast.nodes(), model.links(), fromTick, toTick, counts);
  }

  private double[] row(ReferenceSpan span, List<String> columns) {
    final Metrics<Span> shared = SharedMetrics.ofInterval(model.rate());
    final Map<String, Object> row = new HashMap<>(model.row(span.counts()));
    final List<Object> values = shared.row(span);
    for (int i = 0; i < values.size(); i++) {
      row.put(shared.declared().get(i).name(), values.get(i));
    }
    if (!span.counts().has(ReferenceMachine.RESPONSE_TICKS)) {
      row.remove(SharedMetrics.RESPONSE);
    }
    return columns.stream()
        .mapToDouble(
            name -> row.get(name) instanceof Number number ? number.doubleValue() : Double.NaN)
        .toArray();
  }
}
