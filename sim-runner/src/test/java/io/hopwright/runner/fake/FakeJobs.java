package io.hopwright.runner.fake;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobMetrics.Measured;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobStatistics.Count;
import io.hopwright.models.messaging.statistics.JobStatistics.Largest;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.messaging.statistics.RankActivity;
import io.hopwright.models.tables.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Simulated job results without ranks: a repetition takes a hundred ticks more than one of the job
 * before.
 */
final class FakeJobs {
  private static final int STATES = RankActivity.values().length;
  private static final int COUNTS = Count.values().length;
  private static final int LARGEST = Largest.values().length;
  private static final int TICKS = 100;

  private FakeJobs() {}

  private static <E> int index(E[] all, E one) {
    return List.of(all).indexOf(one);
  }

  private static JobStatistics statistics(List<PlacedJob> jobs) {
    final long[][] orders = new long[1][jobs.size()];
    final long[][] states = new long[STATES][jobs.size()];
    final long[][] counts = new long[COUNTS][jobs.size()];
    final long[][] largest = new long[LARGEST][jobs.size()];
    final TickHistogram histogram = new TickHistogram();
    histogram.record(TICKS);
    final Words rest = new Words();
    for (int job = 0; job < jobs.size(); job++) {
      final long ticks = (job + 1L) * TICKS * jobs.get(job).repeat();
      states[index(RankActivity.values(), RankActivity.COMPUTE)][job] = ticks;
      counts[index(Count.values(), Count.ENDED)][job] = jobs.get(job).ranks();
      counts[index(Count.values(), Count.RANK_TICKS)][job] = ticks;
      largest[index(Largest.values(), Largest.END)][job] = jobs.get(job).startTick() + ticks;
      histogram.save(rest);
      histogram.save(rest);
      rest.put(0);
    }
    rest.put(0);
    rest.put(0);
    final Words words = new Words();
    Stream.of(orders, states, counts, largest).flatMap(Stream::of).forEach(words::putAll);
    for (long word : rest.toArray()) {
      words.put(word);
    }
    return JobTables.NONE.load(jobs, words);
  }

  /** Returns a result with the invented numbers of jobs. */
  static RunResult in(RunResult result, List<PlacedJob> jobs, TickRate rate) {
    if (jobs.isEmpty()) {
      return result;
    }
    final Measured measured = new Measured(jobs, statistics(jobs), rate, List.of());
    final var metrics = JobMetrics.of(JobMetrics.names(jobs), JobTables.NONE);
    final List<Metric> declared = new ArrayList<>(result.metrics());
    declared.addAll(metrics.declared());
    final Map<String, Object> summary = new LinkedHashMap<>(result.summary());
    summary.putAll(metrics.summary(measured));
    final Map<String, TickHistogram> histograms = new LinkedHashMap<>(result.histograms());
    histograms.putAll(metrics.distributions(measured));
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>(result.tables());
    new JobTables(true, true, false, false).addTo(tables, measured);
    return new RunResult(declared, summary, result.columns(), result.rows(), histograms, tables)
        .with(JobMetrics.sizes(measured));
  }
}
