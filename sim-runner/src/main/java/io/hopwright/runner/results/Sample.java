package io.hopwright.runner.results;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Independent measurements of one quantity, such as those of points that differ in their seed.
 * Confined to one thread.
 */
public final class Sample {
  private final double[] values;

  /**
   * Creates a sample.
   *
   * @param values at least one, finite
   */
  public Sample(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a sample of nothing");
    }
    this.values = values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Returns the number of measurements. */
  public int count() {
    return values.length;
  }

  /** Returns their mean. */
  public double mean() {
    return Arrays.stream(values).average().orElseThrow();
  }

  /**
   * Returns the standard error of the mean, that is their standard deviation over the root of their
   * number; NaN for a single one.
   */
  public double standardError() {
    final double mean = mean();
    final double squares =
        Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (count() - 1) / count());
  }

  /**
   * Returns half the width of the interval around the mean that has the true mean in it with
   * probability {@code confidence}, if the measurements are normally distributed (Student's t); NaN
   * for a single one.
   */
  public double halfWidth(double confidence) {
    return count() < 2 ? Double.NaN : quantile(confidence, count() - 1) * standardError();
  }

  /** Returns the t that the share {@code confidence} of the distribution has between −t and t. */
  static double quantile(double confidence, int degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability((1 - confidence) / 2);
  }
}
