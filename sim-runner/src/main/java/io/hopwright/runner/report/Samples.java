package io.hopwright.runner.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Runs put together: those that differ only in their seed, and those that differ in a load, which
 * make a curve.
 */
final class Samples {
  static final String SEED = "seed";
  private static final String LOAD = "workload.load";

  /** Keys that never change what is measured. */
  private static final Set<String> NO_DIFFERENCE =
      Set.of(SEED, "partition.shape", "partition.groups", "run.windowTicks");

  private final List<Sample> all;
  private final Set<String> varied = new TreeSet<>();

  Samples(List<Entry> entries) {
    final Map<String, List<Entry>> families = new LinkedHashMap<>();
    final boolean repeated = repeated(entries);
    for (Entry entry : entries) {
      final String family = repeated ? entry.label() : entry.family();
      families.computeIfAbsent(family, name -> new ArrayList<>()).add(entry);
    }
    all = families.entrySet().stream().flatMap(f -> samples(f.getKey(), f.getValue())).toList();
  }

  /** Tells whether a run is there twice, as when two versions are compared. */
  private static boolean repeated(List<Entry> entries) {
    final Set<Object> seen = new HashSet<>();
    return !entries.stream()
        .allMatch(entry -> seen.add(List.of(entry.family(), entry.run().config())));
  }

  private java.util.stream.Stream<Sample> samples(String family, List<Entry> entries) {
    final Set<String> keys = varied(entries);
    varied.addAll(keys);
    final Map<Map<String, String>, List<Entry>> samples = new LinkedHashMap<>();
    for (Entry entry : entries) {
      final Map<String, String> values = new TreeMap<>(entry.run().config());
      values.keySet().retainAll(keys);
      samples.computeIfAbsent(values, ignored -> new ArrayList<>()).add(entry);
    }
    return samples.entrySet().stream()
        .map(sample -> new Sample(family, sample.getKey(), sample.getValue()));
  }

  private static Set<String> varied(List<Entry> entries) {
    final Set<String> keys = new TreeSet<>();
    entries.forEach(entry -> keys.addAll(entry.run().config().keySet()));
    keys.removeAll(NO_DIFFERENCE);
    keys.removeIf(
        key ->
            entries.stream()
                    .map(entry -> String.valueOf(entry.run().config().get(key)))
                    .distinct()
                    .count()
                == 1);
    return keys;
  }

  List<Sample> all() {
    return all;
  }

  /** Tells whether any point is a mean over several seeds. */
  boolean severalSeeds() {
    return all.stream().anyMatch(sample -> sample.entries().size() > 1);
  }

  /** Returns the key along which a curve runs; empty if there is none. */
  String along() {
    if (varied.contains(LOAD)) {
      return LOAD;
    }
    final List<String> numbers = varied.stream().filter(this::isNumber).toList();
    return numbers.size() == 1 ? numbers.get(0) : "";
  }

  private boolean isNumber(String key) {
    return all.stream()
        .filter(sample -> sample.values().containsKey(key))
        .noneMatch(sample -> Double.isNaN(Values.number(sample.values().get(key))));
  }

  /** Returns the samples of each curve: one per family and combination of the other keys. */
  Map<String, List<Sample>> curves(String along) {
    final boolean several = all.stream().map(Sample::family).distinct().count() > 1;
    final Map<String, List<Sample>> curves = new LinkedHashMap<>();
    for (Sample sample : all) {
      curves
          .computeIfAbsent(name(sample, along, several), ignored -> new ArrayList<>())
          .add(sample);
    }
    return curves;
  }

  private static String name(Sample sample, String along, boolean several) {
    final String keys =
        sample.values().entrySet().stream()
            .filter(value -> !value.getKey().equals(along))
            .map(value -> value.getKey() + "=" + value.getValue())
            .collect(Collectors.joining(", "));
    final String family = sample.family();
    if (keys.isEmpty()) {
      return family;
    }
    return several ? family + ", " + keys : keys;
  }
}
