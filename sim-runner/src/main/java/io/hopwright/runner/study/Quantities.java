package io.hopwright.runner.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The named results of a run, addressed by paths such as {@code responseTicks.mean}.
 *
 * @param summary nested maps of numbers and other values
 */
record Quantities(Map<String, Object> summary) {
  /** Returns the number at {@code path}; empty if there is none or it was not measured. */
  OptionalDouble number(String path) {
    Object value = summary;
    for (String part : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(part) : null;
    }
    return value instanceof Number number && Double.isFinite(number.doubleValue())
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  /** Returns the paths of all numbers. */
  List<String> paths() {
    final List<String> paths = new ArrayList<>();
    collect("", summary, paths);
    return paths;
  }

  private static void collect(String prefix, Map<?, ?> values, List<String> paths) {
    values.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> inner) {
            collect(prefix + name + ".", inner, paths);
          } else if (value instanceof Number) {
            paths.add(prefix + name);
          }
        });
  }
}
