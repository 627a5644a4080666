package io.hopwright.runner.results;

import io.hopwright.models.measure.Metric;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The values of a summary by path, as in {@code responseTicks.mean}. */
final class Statistics {
  /** Entries that no machine declares: the name of a run, and its execution. */
  private static final Set<String> APART = Set.of("study", "execution");

  private Statistics() {}

  /**
   * Returns numbers, texts, flags and nulls, in the order of the summary; what names a run is
   * compared elsewhere if at all.
   *
   * @param without names of numbers to leave out
   */
  static Map<String, Object> of(StoredRun run, Collection<String> without) {
    final Set<String> apart = new HashSet<>(APART);
    run.declarations().with(Metric.Role.IDENTITY).forEach(metric -> apart.add(metric.name()));
    final Map<String, Object> values = run.summary().values();
    values.keySet().removeIf(path -> apart.contains(path.split("\\.", 2)[0]));
    without.forEach(name -> values.keySet().removeIf(path -> (path + ".").startsWith(name + ".")));
    return values;
  }

  /** Returns the names of the numbers that two runs have in different units, or ticks. */
  static List<String> inOtherUnits(StoredRun a, StoredRun b) {
    final Map<String, String> units = units(b);
    final boolean sameTicks = a.sameTicks(b);
    return units(a).entrySet().stream()
        .filter(unit -> units.containsKey(unit.getKey()))
        .filter(
            unit ->
                !unit.getValue().equals(units.get(unit.getKey()))
                    || (!sameTicks && inTicks(unit.getValue())))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<String, String> units(StoredRun run) {
    final Map<String, String> units = new LinkedHashMap<>();
    run.declarations()
        .of(Declarations.SUMMARY)
        .forEach(metric -> units.put(metric.name(), metric.unit()));
    return units;
  }

  /** Returns whether a unit depends on how long a tick is. */
  static boolean inTicks(String unit) {
    return unit.contains("tick");
  }

  /** Returns whether two values are the same; numbers by value, whatever they are written as. */
  static boolean same(Object a, Object b) {
    if (a instanceof Number one && b instanceof Number other) {
      return one.doubleValue() == other.doubleValue();
    }
    return Objects.equals(a, b);
  }

  /** Returns a value as a number, NaN if it is not a number. */
  static double number(Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
