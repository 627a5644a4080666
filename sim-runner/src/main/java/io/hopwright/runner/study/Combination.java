package io.hopwright.runner.study;

import io.hopwright.runner.results.Sample;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/** Combination of a quantity of one or several runs into the number of a check. */
public enum Combination {
  /** The quantity of the only run. */
  ONLY,
  /** Difference: the first run minus the second. */
  DIFFERENCE,
  /** That of the first run divided by that of the second. */
  RATIO,
  /** Excess of the first run over the second, relative to the second; negative below. */
  CHANGE,
  /** Excess of the first run over the second, in standard errors over their seeds. */
  SIGMAS,
  /** The step from the first run to the second, relative to that from the third to the fourth. */
  STEPS,
  /** The mean of all runs. */
  MEAN,
  /** Largest minus smallest, relative to the mean of all runs. */
  SPREAD,
  /** The smallest step from one run to the next; positive if each has more than the one before. */
  SMALLEST_STEP,
  /** 1 if all runs have the same, numbers or texts, else 0; compared as they are. */
  SAME;

  /** Returns its word in studies. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** Returns whether it is about which run has more, and not about how much. */
  boolean isOrder() {
    return this == SIGMAS || this == SMALLEST_STEP;
  }

  /** Returns whether it can be made of a number of runs. */
  boolean takes(int runs) {
    return switch (this) {
      case ONLY -> runs == 1;
      case DIFFERENCE, RATIO, CHANGE, SIGMAS -> runs == 2;
      case STEPS -> runs == 4;
      case MEAN, SPREAD, SMALLEST_STEP, SAME -> runs >= 2;
    };
  }

  /**
   * Combines what as many runs measured as it takes.
   *
   * @param measured per run, in their order, a number for each seed
   */
  double of(double[][] measured) {
    final Sample[] samples = Arrays.stream(measured).map(Sample::of).toArray(Sample[]::new);
    return this == SIGMAS
        ? (samples[0].mean() - samples[1].mean())
            / Math.hypot(samples[0].standardError(), samples[1].standardError())
        : of(Arrays.stream(samples).mapToDouble(Sample::mean).toArray());
  }

  /** Combines one value per run. */
  double of(double... values) {
    return switch (this) {
      case ONLY -> values[0];
      case DIFFERENCE -> values[0] - values[1];
      case RATIO -> values[0] / values[1];
      case CHANGE -> values[0] / values[1] - 1;
      case STEPS -> (values[1] - values[0]) / (values[3] - values[2]);
      case MEAN -> Sample.of(values).mean();
      case SPREAD -> {
        final DoubleSummaryStatistics all = Arrays.stream(values).summaryStatistics();
        final double range = all.getMax() - all.getMin();
        yield range == 0 ? 0 : range / all.getAverage();
      }
      case SMALLEST_STEP -> {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 1; i < values.length; i++) {
          smallest = Math.min(smallest, values[i] - values[i - 1]);
        }
        yield smallest;
      }
      case SIGMAS -> throw new IllegalStateException("needs the numbers of all seeds");
      case SAME -> values[0];
    };
  }
}
