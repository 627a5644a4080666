package io.hopwright.models.tables;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Percentiles of the distributions of a run, as a table. */
final class PercentileTable {
  static final String NAME = "percentiles";

  private static final double[] PERCENTILES = {
    0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9, 99.99, 99.999, 100
  };

  private record Step(String distribution, double percentile, TickHistogram histogram) {}

  private PercentileTable() {}

  /** Returns the table; without a row for a distribution of nothing. */
  static RunResult.Table of(Map<String, TickHistogram> distributions) {
    final List<Step> steps = new ArrayList<>();
    distributions.forEach(
        (name, histogram) -> {
          for (double percentile : histogram.count() == 0 ? new double[0] : PERCENTILES) {
            steps.add(new Step(name, percentile, histogram));
          }
        });
    return RunResult.Table.of(columns(), steps);
  }

  private static Metrics<Step> columns() {
    return new Metrics<Step>()
        .add("distribution", "", "Distribution", Step::distribution, Role.IDENTITY)
        .meaning("name of the distribution in the summary")
        .add("percentile", "%", "Percentile", Step::percentile, Role.IDENTITY)
        .meaning("fraction of the packets")
        .add("value", "ticks", "Value", step -> step.histogram().percentile(step.percentile()))
        .meaning("time that this fraction did not exceed, to three digits");
  }
}
