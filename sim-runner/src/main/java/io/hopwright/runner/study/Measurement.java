package io.hopwright.runner.study;

import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.StoredDocument;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measurements of one point of a run.
 *
 * @param values values of the keys that vary, by key
 * @param summary contents of {@code summary.json}
 * @param series columns of {@code series.csv}, in the form for {@link SeriesReading#of}
 */
public record Measurement(
    Map<String, Object> values, StoredDocument summary, Function<String, double[]> series) {
  /** Returns the seed that distinguishes the run from its repetitions; empty without one. */
  String seed() {
    return String.valueOf(values.getOrDefault(Repetitions.SEED, ""));
  }

  /** Returns whether the network did not keep up with its sources. */
  boolean saturated() {
    return Caveats.of(summary).saturated();
  }

  /** Returns whether a number is a latency that is not reported, as too few packets arrived. */
  boolean withholds(String path) {
    return path != null && Caveats.of(summary).withholds(path);
  }

  /** Returns whether it is at a position of a {@link PointSelection}. */
  boolean isAt(String key, Object position) {
    return position instanceof Double at
        ? number(key) == at
        : values.get(key) instanceof List<?> list
            && list.stream().map(Measurement::asDouble).toList().equals(position);
  }

  private static Object asDouble(Object value) {
    return value instanceof Number number ? (Double) number.doubleValue() : value;
  }

  /**
   * Returns a number of the summary, 1 and 0 for true and false, or the value of a key that varies,
   * which may be a list of one; NaN if there is none or it was not measured.
   */
  double number(String path) {
    final Object varied = values.get(path);
    final Object one = varied instanceof List<?> list && list.size() == 1 ? list.get(0) : varied;
    final Object value = one instanceof Number key ? key : summary.value(path);
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
