package io.hopwright.runner.report;

import io.hopwright.runner.results.Sample;
import java.util.List;

/**
 * The mean of repetitions with its 95 % confidence interval by Student's t distribution.
 *
 * @param value the mean
 * @param margin half of the interval; NaN if there are fewer than two values
 * @param count number of values that are numbers
 */
record Mean(double value, double margin, int count) {
  private static final double CONFIDENCE = 0.95;

  /** Returns the mean of those values that are numbers. */
  static Mean of(List<Double> values) {
    final List<Double> numbers = values.stream().filter(Double::isFinite).toList();
    if (numbers.isEmpty()) {
      return new Mean(Double.NaN, Double.NaN, 0);
    }
    final Sample sample = new Sample(numbers);
    return new Mean(sample.mean(), sample.halfWidth(CONFIDENCE), sample.count());
  }
}
