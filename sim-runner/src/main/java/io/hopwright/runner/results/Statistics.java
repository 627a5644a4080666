package io.hopwright.runner.results;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The values of a summary by path, as in {@code responseTicks.mean}. */
final class Statistics {
  /** What names a run or tells of its execution, and is compared elsewhere if at all. */
  private static final Set<String> APART = Set.of("study", "seed", "digest", "execution");

  private Statistics() {}

  /** Returns numbers, texts, flags and nulls, in the order of the summary. */
  static Map<String, Object> of(Map<String, Object> summary) {
    final Map<String, Object> values = new LinkedHashMap<>();
    summary.forEach(
        (name, value) -> {
          if (!APART.contains(name)) {
            collect(name, value, values);
          }
        });
    return values;
  }

  private static void collect(String path, Object value, Map<String, Object> values) {
    if (value instanceof Map<?, ?> section) {
      section.forEach((name, inner) -> collect(path + "." + name, inner, values));
    } else {
      values.put(path, value);
    }
  }

  /** Tells whether two values are the same; numbers by value, whatever they are written as. */
  static boolean same(Object a, Object b) {
    if (a instanceof Number one && b instanceof Number other) {
      return one.doubleValue() == other.doubleValue();
    }
    return Objects.equals(a, b);
  }

  /** Returns a value as a number, NaN if it is none. */
  static double number(Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
