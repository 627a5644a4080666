package io.hopwright.runner.results;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether two samples of a quantity differ by more than chance explains, after Welch (1947): their
 * variances need not be the same.
 *
 * @param a first sample
 * @param b second sample
 * @param t difference of the means, B minus A, over its standard error
 * @param degreesOfFreedom of t, after Satterthwaite
 * @param exceeds whether |t| is above what chance passes in 5 of 100 cases
 */
public record Welch(Sample a, Sample b, double t, double degreesOfFreedom, boolean exceeds) {
  /** What each of an interval's sides leaves out if 95 % lie in it. */
  private static final double TAIL = 0.025;

  /**
   * Independent measurements, such as those of runs that differ in their seed.
   *
   * @param count how many, at least 2
   * @param mean their mean
   * @param halfWidth half the width of the interval around it that has the true mean in it with 95
   *     % probability (Student's t)
   * @param squaredError square of the standard error of the mean
   */
  public record Sample(int count, double mean, double halfWidth, double squaredError) {
    static Sample of(double... values) {
      if (values.length < 2) {
        throw new IllegalArgumentException(values.length + " values have no variance");
      }
      final double mean = Arrays.stream(values).average().orElseThrow();
      final double squares =
          Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
      final double squaredError = squares / (values.length - 1) / values.length;
      return new Sample(
          values.length,
          mean,
          quantile(values.length - 1.0) * Math.sqrt(squaredError),
          squaredError);
    }

    private Map<String, Object> document() {
      final Map<String, Object> entries = new LinkedHashMap<>();
      entries.put("count", count);
      entries.put("mean", mean);
      entries.put("halfWidth", halfWidth);
      return entries;
    }
  }

  /** Compares two samples of at least two finite values each. */
  static Welch of(double[] first, double[] second) {
    final Sample a = Sample.of(first);
    final Sample b = Sample.of(second);
    final double squared = a.squaredError + b.squaredError;
    final double difference = b.mean - a.mean;
    if (squared == 0) {
      return new Welch(a, b, Double.NaN, Double.NaN, difference != 0);
    }
    final double degrees =
        squared
            * squared
            / (a.squaredError * a.squaredError / (a.count - 1)
                + b.squaredError * b.squaredError / (b.count - 1));
    final double t = difference / Math.sqrt(squared);
    return new Welch(a, b, t, degrees, Math.abs(t) > quantile(degrees));
  }

  private static double quantile(double degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(TAIL);
  }

  /** Returns the comparison as entries of a JSON object. */
  Map<String, Object> document() {
    final Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("a", a.document());
    entries.put("b", b.document());
    entries.put("difference", b.mean - a.mean);
    entries.put("relative", a.mean == 0 ? null : (b.mean - a.mean) / Math.abs(a.mean));
    entries.put("t", t);
    entries.put("degreesOfFreedom", degreesOfFreedom);
    entries.put("exceedsSeeds", exceeds);
    return entries;
  }
}
