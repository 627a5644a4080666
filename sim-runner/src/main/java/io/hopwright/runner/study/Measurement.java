package io.hopwright.runner.study;

import java.util.Map;

/**
 * What one point of a run measured.
 *
 * @param values of the keys that vary, by key
 * @param summary what {@code summary.json} has
 * @param series the columns of {@code series.csv}
 */
public record Measurement(
    Map<String, Object> values, Map<String, Object> summary, SeriesReading.Columns series) {
  private static final String SEED = "seed";
  private static final String SATURATED = "saturated";

  /** Returns what tells it from its repetitions; the empty text if it has none. */
  String seed() {
    return String.valueOf(values.getOrDefault(SEED, ""));
  }

  /** Tells whether the network did not keep up with its sources. */
  boolean saturated() {
    return Boolean.TRUE.equals(summary.get(SATURATED));
  }

  /**
   * Returns a number of the summary, or the value of a key that varies; NaN if there is neither.
   */
  double number(String path) {
    return values.get(path) instanceof Number value
        ? value.doubleValue()
        : new Quantities(summary).number(path).orElse(Double.NaN);
  }
}
