package io.hopwright.runner.study;

import io.hopwright.runner.statistics.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a run measured, by paths such as {@code responseTicks.mean}: its only point, or its points
 * that differ in their seed and count as one.
 *
 * @param summaries of its points, nested maps of numbers and other values
 */
public record Quantities(List<Map<String, Object>> summaries) {
  /** Checks that there is a point. */
  public Quantities {
    if (summaries.isEmpty()) {
      throw new IllegalArgumentException("a run without points");
    }
    summaries = List.copyOf(summaries);
  }

  /** Returns what each point has at {@code path}; nothing for those that have nothing there. */
  List<Object> values(String path) {
    final List<Object> values = new ArrayList<>();
    for (Map<String, Object> summary : summaries) {
      Object value = summary;
      for (String part : path.split("\\.", -1)) {
        value = value instanceof Map<?, ?> map ? map.get(part) : null;
      }
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /** Returns the mean of the numbers at {@code path}; empty if a point did not measure it. */
  OptionalDouble number(String path) {
    final List<Double> numbers = new ArrayList<>();
    for (Object value : values(path)) {
      if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
        numbers.add(number.doubleValue());
      }
    }
    return numbers.size() == summaries.size()
        ? OptionalDouble.of(new Sample(numbers).mean())
        : OptionalDouble.empty();
  }
}
