package io.hopwright.runner.study;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How the points of a run that has several, which differ in more than their seed, become one.
 *
 * @param key a varied key or a quantity of the summary, at which the run is looked at; null for
 *     none
 * @param positions its values, each of which the claim is made for, a {@code Double}, or a list of
 *     them for a mixture of sizes; empty for none
 * @param rise whether the claim is about how much more there is at each position than at the one
 *     before it, and not about what there is
 * @param over what to take of all points, in place of a position; null for none
 */
public record PointSelection(String key, List<Object> positions, boolean rise, Over over) {
  /** Of runs that have one point per seed. */
  public static final PointSelection NONE = new PointSelection(null, List.of(), false, null);

  /** What to take of all points of a run. */
  public enum Over {
    /** The smallest value. */
    SMALLEST,
    /** The largest value. */
    LARGEST;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    double of(double[] values) {
      return this == SMALLEST
          ? Arrays.stream(values).min().orElse(Double.NaN)
          : Arrays.stream(values).max().orElse(Double.NaN);
    }
  }

  /** Copies the list. */
  public PointSelection {
    positions = List.copyOf(positions);
  }
}
