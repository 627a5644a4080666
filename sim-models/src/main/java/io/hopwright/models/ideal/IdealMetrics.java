package io.hopwright.models.ideal;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.tables.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;

/** Metrics of ideal-machine results. */
final class IdealMetrics {
  /** Tick rate for units and meanings, which are the same on all clocks. */
  private static final TickRate ANY = new TickRate(1, 1);

  private IdealMetrics() {}

  /** Returns how rates are written: a byte each nanosecond is 1 GB/s. */
  static Rate rate(TickRate ticks) {
    return new Rate("GB/s/node", ticks.ticksPerNanosecond());
  }

  /**
   * Measurements of a run.
   *
   * @param run measurements that all machines have
   * @param jobs results of jobs
   */
  record Summary(MeasuredRun<IdealSpan> run, JobMetrics.Measured jobs) {}

  /** Returns those of the summary, with those of jobs. */
  static Metrics<Summary> ofRun(Metrics<JobMetrics.Measured> jobs, TickRate ticks) {
    return new Metrics<Summary>()
        .addAll(SharedMetrics.ofRun("nodes", rate(ticks)), Summary::run)
        .addAll(jobs, Summary::jobs);
  }

  /** Returns what a result may have at most. */
  static RunResult most() {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    JobTables.addMostTo(tables);
    return RunResult.most(
        ofRun(JobMetrics.most(), ANY), SharedMetrics.ofInterval(rate(ANY)), tables);
  }
}
