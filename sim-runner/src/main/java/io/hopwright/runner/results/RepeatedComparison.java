package io.hopwright.runner.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Comparison of two results of a study at points that differ only in their seed.
 *
 * @param name path of the points without their seed
 * @param runsOfA number of runs of the first
 * @param runsOfB number of runs of the second
 * @param points their paths in both results
 * @param statistics every number that all of them have, unless both results are equal in it
 */
public record RepeatedComparison(
    String name,
    int runsOfA,
    int runsOfB,
    Set<String> points,
    Map<String, MeanDifference> statistics) {
  /** Compares those that both have, each at least twice. */
  static List<RepeatedComparison> of(Map<String, StoredRun> a, Map<String, StoredRun> b) {
    final Map<String, Map<String, StoredRun>> runsOfB = repeated(b);
    final List<RepeatedComparison> all = new ArrayList<>();
    final Map<String, Map<String, StoredRun>> runsOfA = repeated(a);
    runsOfA.keySet().retainAll(runsOfB.keySet());
    runsOfA.forEach((name, runs) -> all.add(compare(name, runs, runsOfB.get(name))));
    return all;
  }

  /** Returns runs that came to their end, by the paths of their points without the seed. */
  private static Map<String, Map<String, StoredRun>> repeated(Map<String, StoredRun> points) {
    final List<Map.Entry<String, StoredRun>> complete =
        points.entrySet().stream().filter(point -> point.getValue().complete()).toList();
    return Repetitions.of(complete, point -> "", point -> point.getValue().config()).stream()
        .filter(group -> group.runs().size() > 1)
        .collect(
            Collectors.toMap(
                RepeatedComparison::name,
                RepeatedComparison::byPath,
                (one, other) -> one,
                LinkedHashMap::new));
  }

  private static Map<String, StoredRun> byPath(Repetitions<Map.Entry<String, StoredRun>> group) {
    final Map<String, StoredRun> runs = new LinkedHashMap<>();
    group.runs().stream()
        .sorted(Comparator.comparing(point -> point.getValue().config().get(Repetitions.SEED)))
        .forEach(point -> runs.put(point.getKey(), point.getValue()));
    return runs;
  }

  private static String name(Repetitions<Map.Entry<String, StoredRun>> group) {
    return group.runs().stream()
        .map(point -> withoutSeed(point.getKey()))
        .distinct()
        .sorted()
        .collect(Collectors.joining(" + "));
  }

  /** Turns {@code RUN/load=0.5,seed=2} into {@code RUN/load=0.5}. */
  static String withoutSeed(String path) {
    return Arrays.stream(path.split("/", -1))
        .map(
            part ->
                Arrays.stream(part.split(",", -1))
                    .filter(value -> !value.startsWith(Repetitions.SEED + "="))
                    .collect(Collectors.joining(",")))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("/"));
  }

  private static RepeatedComparison compare(
      String name, Map<String, StoredRun> a, Map<String, StoredRun> b) {
    final Map<String, MeanDifference> statistics = new LinkedHashMap<>();
    final List<String> inOtherUnits =
        Statistics.inOtherUnits(a.values().iterator().next(), b.values().iterator().next());
    final List<Map<String, Object>> valuesOfA = values(a.values(), inOtherUnits);
    final List<Map<String, Object>> valuesOfB = values(b.values(), inOtherUnits);
    final boolean paired = seeds(a.values()).equals(seeds(b.values()));
    for (String path : valuesOfA.get(0).keySet()) {
      final double[] first = numbers(valuesOfA, path);
      final double[] second = numbers(valuesOfB, path);
      final boolean known =
          Arrays.stream(first).allMatch(Double::isFinite)
              && Arrays.stream(second).allMatch(Double::isFinite);
      if (known && !Arrays.equals(first, second)) {
        statistics.put(
            path,
            paired
                ? MeanDifference.paired(first, second)
                : MeanDifference.of(Sample.of(first), Sample.of(second)));
      }
    }
    final Set<String> points = new LinkedHashSet<>(a.keySet());
    points.addAll(b.keySet());
    return new RepeatedComparison(name, a.size(), b.size(), points, statistics);
  }

  private static List<String> seeds(Collection<StoredRun> runs) {
    return runs.stream().map(run -> run.config().get(Repetitions.SEED)).toList();
  }

  private static List<Map<String, Object>> values(
      Collection<StoredRun> runs, List<String> without) {
    return runs.stream().map(run -> Statistics.of(run, without)).toList();
  }

  private static double[] numbers(List<Map<String, Object>> runs, String path) {
    return runs.stream().mapToDouble(values -> Statistics.number(values.get(path))).toArray();
  }

  /** Returns whether runs of the same seed were compared with each other. */
  public boolean paired() {
    return statistics.values().stream().anyMatch(MeanDifference::paired);
  }

  /** Returns the number of statistics that differ by more than seeds explain. */
  public long exceeding() {
    return statistics.values().stream().filter(MeanDifference::exceeds).count();
  }

  Map<String, Object> document() {
    final Map<String, Object> each = new LinkedHashMap<>();
    statistics.forEach((path, welch) -> each.put(path, welch.document()));
    return new JsonObject()
        .with("points", name)
        .with("runsOfA", runsOfA)
        .with("runsOfB", runsOfB)
        .with("exceeding", exceeding())
        .with("statistics", each);
  }
}
