package io.hopwright.runner.results;

import java.util.LinkedHashMap;
import java.util.Map;

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
  /** Compares two samples of at least two finite values each. */
  static Welch of(Sample a, Sample b) {
    if (a.count() < 2 || b.count() < 2) {
      throw new IllegalArgumentException(
          a.count() + " and " + b.count() + " values: one has no variance");
    }
    final double squared = a.squaredError() + b.squaredError();
    final double difference = b.mean() - a.mean();
    if (squared == 0) {
      return new Welch(a, b, Double.NaN, Double.NaN, difference != 0);
    }
    final double degrees =
        squared
            * squared
            / (a.squaredError() * a.squaredError() / (a.count() - 1)
                + b.squaredError() * b.squaredError() / (b.count() - 1));
    final double t = difference / Math.sqrt(squared);
    return new Welch(a, b, t, degrees, Math.abs(t) > Sample.quantile(degrees));
  }

  /** Returns the comparison as entries of a JSON object. */
  Map<String, Object> document() {
    final Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("a", a.document());
    entries.put("b", b.document());
    entries.put("difference", b.mean() - a.mean());
    entries.put("relative", a.mean() == 0 ? null : (b.mean() - a.mean()) / Math.abs(a.mean()));
    entries.put("t", t);
    entries.put("degreesOfFreedom", degreesOfFreedom);
    entries.put("exceedsSeeds", exceeds);
    return entries;
  }
}
