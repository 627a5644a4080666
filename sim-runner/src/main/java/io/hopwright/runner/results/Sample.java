package io.hopwright.runner.results;

import java.util.Arrays;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Independent measurements of one quantity, such as those of runs that differ in their seed.
 *
 * @param count number of measurements
 * @param mean their mean; NaN if there are none
 * @param squaredError square of the standard error of the mean: the variance divided by the number;
 *     NaN for fewer than two
 */
public record Sample(int count, double mean, double squaredError) {
  /** Share of each tail outside of a 95 % interval. */
  private static final double TAIL = (1 - 0.95) / 2;

  /** Returns the sample of all values; it is NaN if one of them is. */
  public static Sample of(double... values) {
    final double mean = Arrays.stream(values).average().orElse(Double.NaN);
    final double squares =
        Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return new Sample(values.length, mean, squares / (values.length - 1) / values.length);
  }

  /** Returns the sample of the measured values, which are the finite ones. */
  public static Sample ofMeasured(double... values) {
    return of(Arrays.stream(values).filter(Double::isFinite).toArray());
  }

  /** Returns the standard error of the mean; NaN for fewer than two values. */
  public double standardError() {
    return Math.sqrt(squaredError);
  }

  /**
   * Returns half the width of the interval around the mean that contains the true mean with 95 %
   * probability, if the measurements are normally distributed (Student's t); NaN for fewer than two
   * values.
   */
  public double halfWidth() {
    return count < 2 ? Double.NaN : quantile(count - 1.0) * standardError();
  }

  /** Returns the t that 95 % of the distribution have between −t and t. */
  static double quantile(double degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(TAIL);
  }

  /** Returns it as entries of a JSON object. */
  Map<String, Object> document() {
    return new JsonObject().with("count", count).with("mean", mean).with("halfWidth", halfWidth());
  }
}
