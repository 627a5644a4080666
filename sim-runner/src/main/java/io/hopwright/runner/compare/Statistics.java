package io.hopwright.runner.compare;

import com.fasterxml.jackson.databind.JsonNode;
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
  static Map<String, Object> of(JsonNode summary) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : summary.properties()) {
      if (!APART.contains(entry.getKey())) {
        collect(entry.getKey(), entry.getValue(), values);
      }
    }
    return values;
  }

  private static void collect(String path, JsonNode node, Map<String, Object> values) {
    if (node.isObject()) {
      node.properties().forEach(e -> collect(path + "." + e.getKey(), e.getValue(), values));
    } else if (node.isNumber()) {
      values.put(path, node.numberValue());
    } else if (node.isBoolean()) {
      values.put(path, node.booleanValue());
    } else {
      values.put(path, node.isNull() ? null : node.asText());
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
