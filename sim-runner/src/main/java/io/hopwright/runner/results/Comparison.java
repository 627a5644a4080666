package io.hopwright.runner.results;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.support.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Comparison of two results: two single runs, or two studies point by point.
 *
 * @param a directory of the first
 * @param b directory of the second
 * @param points points of both, in the order of their names
 * @param onlyInA names of points that only the first has
 * @param onlyInB names of points that only the second has
 * @param repetitions points that differ only in their seed, where both have several
 * @param highlights paths of the most important numbers
 * @param saturatedInA names of the saturated points of the first
 * @param saturatedInB names of the saturated points of the second
 */
public record Comparison(
    Path a,
    Path b,
    List<RunComparison> points,
    List<String> onlyInA,
    List<String> onlyInB,
    List<RepeatedComparison> repetitions,
    List<String> highlights,
    Set<String> saturatedInA,
    Set<String> saturatedInB) {
  private static final String ALONE = "";

  /**
   * Distance of two results at a point.
   *
   * @param point its path; without the seed if there are several
   * @param runsOfA runs of the first
   * @param runsOfB runs of the second
   * @param saturatedInA saturated runs of the first
   * @param saturatedInB saturated runs of the second
   * @param differences differences of the most important numbers, by path; equal ones are omitted
   */
  public record Line(
      String point,
      int runsOfA,
      int runsOfB,
      long saturatedInA,
      long saturatedInB,
      Map<String, Difference> differences) {}

  /**
   * Distance of two numbers.
   *
   * @param relative difference B − A divided by A; NaN if undefined
   * @param exceeds whether it exceeds the variation between seeds; false if unknown
   */
  public record Difference(double relative, boolean exceeds) {
    static Difference of(Pair pair) {
      return new Difference(pair.relative(), false);
    }

    static Difference of(MeanDifference difference) {
      return new Difference(difference.means().relative(), difference.exceeds());
    }
  }

  /**
   * Compares the results in two directories.
   *
   * @throws InputException if one of them is not a result, not complete, or of another kind than
   *     the other
   */
  public static Comparison of(Path a, Path b) {
    final NavigableMap<String, StoredRun> pointsOfA = read(a.toAbsolutePath().normalize());
    final NavigableMap<String, StoredRun> pointsOfB = read(b.toAbsolutePath().normalize());
    requireSameKind(a, pointsOfA, b, pointsOfB);
    requireSameKind(b, pointsOfB, a, pointsOfA);
    final List<RunComparison> points = new ArrayList<>();
    pointsOfA.forEach(
        (name, result) -> {
          if (pointsOfB.containsKey(name)) {
            points.add(RunComparison.of(name, result, pointsOfB.get(name)));
          }
        });
    return new Comparison(
        a,
        b,
        points,
        without(pointsOfA, pointsOfB),
        without(pointsOfB, pointsOfA),
        RepeatedComparison.of(pointsOfA, pointsOfB),
        highlights(points, pointsOfA.firstEntry().getValue(), pointsOfB.firstEntry().getValue()),
        saturated(pointsOfA),
        saturated(pointsOfB));
  }

  /** Returns those of the first that the second has as well, and all points in the same unit. */
  private static List<String> highlights(List<RunComparison> points, StoredRun a, StoredRun b) {
    final Set<String> common = Statistics.of(b, Statistics.inOtherUnits(a, b)).keySet();
    return a.declarations().with(Metric.Role.HIGHLIGHT).stream()
        .filter(
            metric -> points.stream().noneMatch(run -> run.inOtherUnits().contains(metric.name())))
        .flatMap(metric -> metric.highlights().stream())
        .filter(common::contains)
        .toList();
  }

  /** Returns a line for each point; points that differ only in their seed share a line. */
  public List<Line> lines() {
    final List<Line> lines = new ArrayList<>();
    final Set<String> repeated = new HashSet<>();
    for (RepeatedComparison group : repetitions) {
      repeated.addAll(group.points());
      lines.add(
          new Line(
              group.name(),
              group.runsOfA(),
              group.runsOfB(),
              count(group.points(), saturatedInA),
              count(group.points(), saturatedInB),
              differences(group.statistics(), Difference::of)));
    }
    for (RunComparison run : points) {
      if (!repeated.contains(run.point())) {
        lines.add(
            new Line(
                run.point(),
                1,
                1,
                count(Set.of(run.point()), saturatedInA),
                count(Set.of(run.point()), saturatedInB),
                differences(run.statistics(), Difference::of)));
      }
    }
    return lines;
  }

  private static long count(Set<String> points, Set<String> saturated) {
    return points.stream().filter(saturated::contains).count();
  }

  private static Set<String> saturated(NavigableMap<String, StoredRun> points) {
    return points.entrySet().stream()
        .filter(point -> point.getValue().caveats().saturated())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  private <V> Map<String, Difference> differences(
      Map<String, V> statistics, Function<V, Difference> difference) {
    final Map<String, Difference> differences = new LinkedHashMap<>();
    for (String path : highlights) {
      if (statistics.containsKey(path)) {
        differences.put(path, difference.apply(statistics.get(path)));
      }
    }
    return differences;
  }

  private static List<String> without(
      NavigableMap<String, StoredRun> points, NavigableMap<String, StoredRun> others) {
    return points.keySet().stream().filter(name -> !others.containsKey(name)).toList();
  }

  private static void requireSameKind(
      Path study,
      NavigableMap<String, StoredRun> points,
      Path alone,
      NavigableMap<String, StoredRun> point) {
    if (!points.containsKey(ALONE) && point.containsKey(ALONE)) {
      throw new InputException(
          String.format(
              "%s is a study of %s points, but %s is a single run; name one of the points,"
                  + " such as %s",
              study, points.size(), alone, study.resolve(points.firstKey())));
    }
  }

  private static NavigableMap<String, StoredRun> read(Path directory) {
    final NavigableMap<String, StoredRun> points =
        isRunOfStudy(directory)
            ? ofRun(directory.getFileName().toString(), directory.getParent())
            : ResultReader.readAll(directory).runsByPath();
    if (points.isEmpty()) {
      throw new InputException(
          directory + ": the result has no run; name the result of another study");
    }
    return points;
  }

  /** A run of several points has a folder below its study's, and no manifest of its own. */
  private static boolean isRunOfStudy(Path directory) {
    return Files.isDirectory(directory)
        && !Files.exists(directory.resolve(Format.MANIFEST))
        && directory.getParent() != null
        && Files.exists(directory.getParent().resolve(Format.MANIFEST));
  }

  private static NavigableMap<String, StoredRun> ofRun(String name, Path study) {
    final NavigableMap<String, StoredRun> points = new TreeMap<>();
    final String prefix = name + "/";
    final NavigableMap<String, StoredRun> all = ResultReader.readAll(study).runsByPath();
    all.forEach(
        (path, run) -> {
          if (path.startsWith(prefix)) {
            points.put(path.substring(prefix.length()), run);
          }
        });
    return points;
  }

  /** Returns whether each point is in both results with the same measurements. */
  public boolean agree() {
    return onlyInA.isEmpty() && onlyInB.isEmpty() && points.stream().allMatch(RunComparison::agree);
  }

  /** Returns the whole comparison as a JSON object. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("a", a.toString())
        .with("b", b.toString())
        .with("agree", agree())
        .with("points", points.stream().map(RunComparison::document).toList())
        .with("onlyInA", onlyInA)
        .with("onlyInB", onlyInB)
        .with("repetitions", repetitions.stream().map(RepeatedComparison::document).toList());
  }
}
