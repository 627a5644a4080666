package io.hopwright.runner.study;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/** How a quantity of one or several runs becomes the number that a check is about. */
public enum Combination {
  /** The quantity of the only run. */
  ONLY,
  /** That of the first run minus that of the second. */
  DIFFERENCE,
  /** That of the first run divided by that of the second. */
  RATIO,
  /** The mean of all runs. */
  MEAN,
  /** Largest minus smallest, relative to the mean of all runs. */
  SPREAD,
  /** The smallest step from one run to the next; positive if each has more than the one before. */
  SMALLEST_STEP,
  /** 1 if all runs have the same, numbers or texts, else 0. */
  SAME;

  /** Returns how a study names it. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** Tells whether it can be made of a number of runs. */
  boolean takes(int runs) {
    return switch (this) {
      case ONLY -> runs == 1;
      case DIFFERENCE, RATIO -> runs == 2;
      case MEAN, SPREAD, SMALLEST_STEP, SAME -> runs >= 2;
    };
  }

  /** Combines the values of as many runs as it takes, in their order. */
  double of(double... values) {
    return switch (this) {
      case ONLY -> values[0];
      case DIFFERENCE -> values[0] - values[1];
      case RATIO -> values[0] / values[1];
      case MEAN -> Arrays.stream(values).average().orElseThrow();
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
      case SAME -> throw new IllegalStateException("compared as they are, not as numbers");
    };
  }
}
