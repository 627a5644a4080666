package io.hopwright.runner.study;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;

/** Statistic that reduces a column of a run's series to one number. */
public enum SeriesStatistic {
  /** The mean. */
  MEAN,
  /** The smallest value. */
  SMALLEST,
  /** The largest value. */
  LARGEST,
  /** The standard deviation relative to the mean. */
  VARIATION,
  /** Largest minus smallest, relative to the mean. */
  AMPLITUDE,
  /** Pearson's correlation with another column. */
  CORRELATION,
  /** Number of falls by a factor, with a rise by that factor in between. */
  FALLS,
  /** Number of rises by a factor that are followed by a fall by it. */
  CRESTS;

  /** Returns its word in studies. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether it needs a second column. */
  boolean needsOther() {
    return this == CORRELATION;
  }

  /** Returns whether it needs a factor. */
  boolean needsFactor() {
    return this == FALLS || this == CRESTS;
  }

  /**
   * Returns the statistic; NaN if there are too few values or it is not defined.
   *
   * @param values one for each interval
   * @param other the second column, as many values
   * @param factor above 1
   */
  double of(double[] values, double[] other, double factor) {
    if (values.length == 0) {
      return Double.NaN;
    }
    final DoubleSummaryStatistics all = Arrays.stream(values).summaryStatistics();
    return switch (this) {
      case MEAN -> all.getAverage();
      case SMALLEST -> all.getMin();
      case LARGEST -> all.getMax();
      case VARIATION -> Math.sqrt(products(values, values) / values.length) / all.getAverage();
      case AMPLITUDE -> (all.getMax() - all.getMin()) / all.getAverage();
      case CORRELATION ->
          products(values, other) / Math.sqrt(products(values, values) * products(other, other));
      case FALLS -> Oscillation.of(values, factor).falls();
      case CRESTS -> Oscillation.of(values, factor).crests();
    };
  }

  /** Returns the sum of the products of the distances from the means. */
  private static double products(double[] first, double[] second) {
    final double firstMean = Arrays.stream(first).average().orElseThrow();
    final double secondMean = Arrays.stream(second).average().orElseThrow();
    double sum = 0;
    for (int i = 0; i < first.length; i++) {
      sum += (first[i] - firstMean) * (second[i] - secondMean);
    }
    return sum;
  }
}
