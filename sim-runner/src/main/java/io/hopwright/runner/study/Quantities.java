package io.hopwright.runner.study;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The named results of a run, addressed by paths such as {@code responseTicks.mean}.
 *
 * @param summary nested maps of numbers and other values
 */
record Quantities(Map<String, Object> summary) {
  /** Returns what is at {@code path}; null if there is nothing. */
  Object value(String path) {
    Object value = summary;
    for (String part : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(part) : null;
    }
    return value;
  }

  /**
   * Returns the number at {@code path}, 1 and 0 for true and false; empty if there is none or it
   * was not measured.
   */
  OptionalDouble number(String path) {
    final Object value = value(path);
    if (value instanceof Boolean flag) {
      return OptionalDouble.of(flag ? 1 : 0);
    }
    return value instanceof Number number && Double.isFinite(number.doubleValue())
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }
}
