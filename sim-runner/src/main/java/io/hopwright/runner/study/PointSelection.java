package io.hopwright.runner.study;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Selection of one number from the points of a run that differ in more than their seed.
 *
 * @param key varied key or quantity of the summary that defines positions; null for none
 * @param positions its values for which the claim is made, a {@code Double}, or a list for a
 *     mixture of sizes; empty for none
 * @param rise whether the claim is about the increase from the position before, and not about the
 *     value
 * @param over aggregate over all points, instead of a position; null for none
 */
public record PointSelection(String key, List<Object> positions, boolean rise, Over over) {
  /** Selection for runs that have one point per seed. */
  public static final PointSelection NONE = new PointSelection(null, List.of(), false, null);

  /** Aggregate over all points of a run. */
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
