package io.hopwright.runner.results;

import java.util.Map;

/**
 * Significance of the difference between the means of two samples of a quantity: by Student's t of
 * the differences if the values form pairs, otherwise after Welch (1947), because their variances
 * can differ.
 *
 * @param a first sample
 * @param b second sample
 * @param paired whether each value of A belongs to one of B
 * @param t difference of the means, B minus A, divided by its standard error
 * @param degreesOfFreedom degrees of freedom of t, after Satterthwaite unless paired
 * @param exceeds whether |t| is above the value that chance exceeds in 5 of 100 cases
 */
public record MeanDifference(
    Sample a, Sample b, boolean paired, double t, double degreesOfFreedom, boolean exceeds) {
  /** Compares two or more pairs of finite values, such as runs with the same seed. */
  static MeanDifference paired(double[] a, double[] b) {
    final double[] differences = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      differences[i] = b[i] - a[i];
    }
    final Sample difference = Sample.of(differences);
    final double degrees = difference.count() - 1.0;
    final double t = difference.mean() / difference.standardError();
    final boolean exceeds =
        difference.squaredError() == 0
            ? difference.mean() != 0
            : Math.abs(t) > Sample.quantile(degrees);
    return new MeanDifference(Sample.of(a), Sample.of(b), true, t, degrees, exceeds);
  }

  /** Compares two samples of at least two finite values each. */
  static MeanDifference of(Sample a, Sample b) {
    if (a.count() < 2 || b.count() < 2) {
      throw new IllegalArgumentException(
          a.count() + " and " + b.count() + " values: one has no variance");
    }
    final double squared = a.squaredError() + b.squaredError();
    final double difference = b.mean() - a.mean();
    if (squared == 0) {
      return new MeanDifference(a, b, false, Double.NaN, Double.NaN, difference != 0);
    }
    final double degrees =
        squared
            * squared
            / (a.squaredError() * a.squaredError() / (a.count() - 1)
                + b.squaredError() * b.squaredError() / (b.count() - 1));
    final double t = difference / Math.sqrt(squared);
    return new MeanDifference(a, b, false, t, degrees, Math.abs(t) > Sample.quantile(degrees));
  }

  /** Returns both means. */
  public Pair means() {
    return new Pair(a.mean(), b.mean());
  }

  /** Returns the comparison as entries of a JSON object. */
  Map<String, Object> document() {
    return new JsonObject()
        .with("a", a.document())
        .with("b", b.document())
        .with("difference", means().difference())
        .with("relative", means().relative())
        .with("paired", paired)
        .with("t", t)
        .with("degreesOfFreedom", degreesOfFreedom)
        .with("exceedsSeeds", exceeds);
  }
}
