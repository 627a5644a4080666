package io.hopwright.runner.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The points of a study that differ in their seed alone, in two results of it.
 *
 * @param name paths of the points without their seed
 * @param runsOfA how many the first has
 * @param runsOfB how many the second has
 * @param statistics every number that all of them have, unless both results have the same
 */
public record Repetitions(String name, int runsOfA, int runsOfB, Map<String, Welch> statistics) {
  private static final String SEED = "seed";

  /** Returns those that both have, each at least twice. */
  static List<Repetitions> of(Map<String, StoredRun> a, Map<String, StoredRun> b) {
    final Map<String, List<StoredRun>> groupsOfA = groups(a);
    final Map<String, List<StoredRun>> groupsOfB = groups(b);
    final List<Repetitions> all = new ArrayList<>();
    groupsOfA.forEach(
        (name, runsOfA) -> {
          final List<StoredRun> runsOfB = groupsOfB.getOrDefault(name, List.of());
          if (runsOfA.size() > 1 && runsOfB.size() > 1) {
            all.add(compare(name, runsOfA, runsOfB));
          }
        });
    return all;
  }

  /** Returns the points without their seed, each with its runs that came to their end. */
  private static Map<String, List<StoredRun>> groups(Map<String, StoredRun> points) {
    final Map<Map<String, String>, TreeMap<String, StoredRun>> byConfig = new LinkedHashMap<>();
    points.forEach(
        (path, run) -> {
          if (run.complete()) {
            final Map<String, String> config = new HashMap<>(run.config());
            config.remove(SEED);
            byConfig.computeIfAbsent(config, unseen -> new TreeMap<>()).put(path, run);
          }
        });
    return byConfig.values().stream()
        .collect(
            Collectors.toMap(
                group ->
                    String.join(
                        " + ",
                        group.keySet().stream()
                            .map(Repetitions::withoutSeed)
                            .collect(Collectors.toCollection(TreeSet::new))),
                group -> List.copyOf(group.values()),
                (one, other) -> one,
                LinkedHashMap::new));
  }

  /** Turns {@code RUN/load=0.5,seed=2} into {@code RUN/load=0.5}. */
  static String withoutSeed(String path) {
    return Arrays.stream(path.split("/", -1))
        .map(
            part ->
                Arrays.stream(part.split(",", -1))
                    .filter(value -> !value.startsWith(SEED + "="))
                    .collect(Collectors.joining(",")))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("/"));
  }

  private static Repetitions compare(String name, List<StoredRun> a, List<StoredRun> b) {
    final Map<String, Welch> statistics = new LinkedHashMap<>();
    final List<Map<String, Object>> valuesOfA = values(a);
    final List<Map<String, Object>> valuesOfB = values(b);
    for (String path : valuesOfA.get(0).keySet()) {
      final double[] first = numbers(valuesOfA, path);
      final double[] second = numbers(valuesOfB, path);
      final boolean known =
          Arrays.stream(first).allMatch(Double::isFinite)
              && Arrays.stream(second).allMatch(Double::isFinite);
      if (known && !Arrays.equals(first, second)) {
        statistics.put(path, Welch.of(first, second));
      }
    }
    return new Repetitions(name, a.size(), b.size(), statistics);
  }

  private static List<Map<String, Object>> values(List<StoredRun> runs) {
    return runs.stream().map(run -> Statistics.of(run)).toList();
  }

  private static double[] numbers(List<Map<String, Object>> runs, String path) {
    return runs.stream().mapToDouble(values -> Statistics.number(values.get(path))).toArray();
  }

  /** Returns how many statistics differ by more than seeds explain. */
  public long exceeding() {
    return statistics.values().stream().filter(Welch::exceeds).count();
  }

  Map<String, Object> document() {
    final Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("points", name);
    entries.put("runsOfA", runsOfA);
    entries.put("runsOfB", runsOfB);
    entries.put("exceeding", exceeding());
    final Map<String, Object> each = new LinkedHashMap<>();
    statistics.forEach((path, welch) -> each.put(path, welch.document()));
    entries.put("statistics", each);
    return entries;
  }
}
