package io.hopwright.runner.report;

import io.hopwright.models.run.KeyRole;
import io.hopwright.runner.results.Repetitions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Groups of runs: those that differ only in their seed, and those that differ in a load, which form
 * a curve.
 */
final class SeedGroups {
  /** Largest number of curves that a chart shows distinguishably. */
  private static final int MOST_CURVES = 8;

  private final List<Repetitions<Entry>> all;
  private final Set<String> varied = new TreeSet<>();

  SeedGroups(List<Entry> entries) {
    final Map<String, List<Entry>> families = new LinkedHashMap<>();
    final boolean repeated = repeated(entries);
    for (Entry entry : entries) {
      final String family = repeated ? entry.label() : entry.family();
      families.computeIfAbsent(family, name -> new ArrayList<>()).add(entry);
    }
    all =
        families.entrySet().stream()
            .flatMap(f -> groups(f.getKey(), f.getValue()).stream())
            .toList();
  }

  /** Returns whether a run is there twice, as when two versions are compared. */
  private static boolean repeated(List<Entry> entries) {
    final Set<Object> seen = new HashSet<>();
    return !entries.stream().allMatch(entry -> seen.add(List.of(entry.family(), entry.config())));
  }

  private List<Repetitions<Entry>> groups(String family, List<Entry> entries) {
    final Set<String> keys = varied(entries);
    varied.addAll(keys);
    return Repetitions.of(entries, entry -> family, entry -> part(entry, keys));
  }

  /**
   * Returns the keys in which runs differ. The length of the measurement can depend on others: near
   * saturation it is longer.
   */
  private static Set<String> varied(List<Entry> entries) {
    final Map<String, KeyRole> roles = new TreeMap<>();
    for (Entry entry : entries) {
      entry.config().keySet().forEach(key -> roles.put(key, entry.run().declarations().role(key)));
    }
    final Set<String> keys = new TreeSet<>(roles.keySet());
    keys.removeIf(key -> roles.get(key) == KeyRole.SEED || !roles.get(key).changesResults());
    keys.removeIf(
        key ->
            entries.stream()
                    .map(entry -> String.valueOf(entry.config().get(key)))
                    .distinct()
                    .count()
                == 1);
    final Set<String> others = new TreeSet<>(keys);
    others.removeIf(key -> roles.get(key) == KeyRole.EXTENT);
    keys.removeIf(key -> roles.get(key) == KeyRole.EXTENT && follows(key, others, entries));
    return keys;
  }

  /** Returns whether runs that agree in all of {@code others} agree in a key. */
  private static boolean follows(String key, Set<String> others, List<Entry> entries) {
    final Map<Map<String, String>, String> values = new HashMap<>();
    return entries.stream()
        .allMatch(
            entry -> {
              final String value = String.valueOf(entry.config().get(key));
              return value.equals(values.computeIfAbsent(part(entry, others), unseen -> value));
            });
  }

  private static Map<String, String> part(Entry entry, Set<String> keys) {
    final Map<String, String> values = new TreeMap<>(entry.config());
    values.keySet().retainAll(keys);
    return values;
  }

  List<Repetitions<Entry>> all() {
    return all;
  }

  /** Returns whether any point is a mean over several seeds. */
  boolean severalSeeds() {
    return all.stream().anyMatch(group -> group.runs().size() > 1);
  }

  /** Returns the key along which a curve runs; empty if there is none. */
  String along() {
    final List<String> numbers = varied.stream().filter(this::isNumber).toList();
    return varied.stream()
        .filter(key -> role(key) == KeyRole.LOAD)
        .findFirst()
        .orElse(numbers.size() == 1 ? numbers.get(0) : "");
  }

  /** Returns the role of a key. */
  KeyRole role(String key) {
    return all.isEmpty() ? KeyRole.MODEL : all.get(0).first().run().declarations().role(key);
  }

  /** Returns the number at a path of the runs' summary or series. */
  Quantity quantity(String path, String place) {
    return Quantity.at(path, place, all.stream().map(Repetitions::first).toList());
  }

  private boolean isNumber(String key) {
    return all.stream()
        .filter(group -> group.values().containsKey(key))
        .noneMatch(group -> Double.isNaN(Values.number(group.values().get(key))));
  }

  /**
   * Returns the groups of each curve, one per family and combination of the other keys. A curve
   * joins its points in the order of its key, because measured values can fall again when the
   * machine is saturated.
   */
  Map<String, List<Repetitions<Entry>>> curves(String along) {
    final Map<String, List<Repetitions<Entry>>> curves = new LinkedHashMap<>();
    for (Repetitions<Entry> group : all) {
      curves.computeIfAbsent(name(group, Set.of(along)), ignored -> new ArrayList<>()).add(group);
    }
    curves
        .values()
        .forEach(curve -> curve.sort(Comparator.comparingDouble(group -> number(group, along))));
    return curves;
  }

  /**
   * Returns curves by what parts them. Up to {@link #MOST_CURVES} are in one part without a name;
   * more are parted by the values of a key, into the fewest parts of which none has more, or else
   * into the smallest parts.
   */
  Map<String, Map<String, List<Repetitions<Entry>>>> parts(String along) {
    final Map<String, List<Repetitions<Entry>>> all = curves(along);
    return others(along).stream()
        .filter(key -> all.size() > MOST_CURVES)
        .map(key -> parts(all, along, key))
        .filter(parts -> parts.size() > 1)
        .min(
            Comparator.<Map<String, Map<String, List<Repetitions<Entry>>>>>comparingInt(
                    parts -> Math.max(MOST_CURVES, largest(parts)))
                .thenComparingInt(Map::size))
        .orElse(Map.of("", all));
  }

  private static int largest(Map<String, Map<String, List<Repetitions<Entry>>>> parts) {
    return parts.values().stream().mapToInt(Map::size).max().orElse(0);
  }

  private Map<String, Map<String, List<Repetitions<Entry>>>> parts(
      Map<String, List<Repetitions<Entry>>> all, String along, String key) {
    final Map<String, Map<String, List<Repetitions<Entry>>>> parts = new LinkedHashMap<>();
    all.values()
        .forEach(
            curve ->
                parts
                    .computeIfAbsent(value(curve.get(0), key), value -> new LinkedHashMap<>())
                    .put(name(curve.get(0), Set.of(along, key)), curve));
    return parts;
  }

  private static String value(Repetitions<Entry> group, String key) {
    return key + "=" + Values.single(group.values().getOrDefault(key, ""));
  }

  /** Returns the keys that vary, other than that along which curves run. */
  List<String> others(String along) {
    return varied.stream().filter(key -> !key.equals(along)).toList();
  }

  /** Words, such as that of saturated sources, come after all numbers. */
  private static double number(Repetitions<Entry> group, String key) {
    return Values.number(group.values().getOrDefault(key, "0"));
  }

  /** Returns what runs are called by all but some keys. */
  String name(Repetitions<Entry> group, Set<String> leftOut) {
    final boolean several = all.stream().map(Repetitions::name).distinct().count() > 1;
    final String keys =
        group.values().entrySet().stream()
            .filter(value -> !leftOut.contains(value.getKey()))
            .map(value -> value.getKey() + "=" + Values.single(value.getValue()))
            .collect(Collectors.joining(", "));
    final String family = group.name();
    if (keys.isEmpty()) {
      return family;
    }
    return several ? family + ", " + keys : keys;
  }
}
