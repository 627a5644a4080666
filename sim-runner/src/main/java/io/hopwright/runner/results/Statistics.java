package io.hopwright.runner.results;

import io.hopwright.models.measure.Metric;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The values of a summary by path, as in {@code responseTicks.mean}. */
final class Statistics {
  /** What no machine declares: the name of a run, and how it was executed. */
  private static final Set<String> APART = Set.of("study", "execution");

  private Statistics() {}

  /**
   * Returns numbers, texts, flags and nulls, in the order of the summary; what names a run is
   * compared elsewhere if at all.
   */
  static Map<String, Object> of(StoredRun run) {
    final Set<String> apart = new HashSet<>(APART);
    run.declarations().with(Metric.Role.IDENTITY).forEach(metric -> apart.add(metric.name()));
    final Map<String, Object> values = run.summary().values();
    values.keySet().removeIf(path -> apart.contains(path.split("\\.", 2)[0]));
    return values;
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
