package io.hopwright.runner.results;

import io.hopwright.runner.support.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * What two results differ in: two single runs, or two studies point by point.
 *
 * @param a directory of the first
 * @param b directory of the second
 * @param points the points that both have, in the order of their names
 * @param onlyInA names of points that only the first has
 * @param onlyInB names of points that only the second has
 * @param repetitions points that differ in their seed alone, where both have several
 */
public record Comparison(
    Path a,
    Path b,
    List<RunComparison> points,
    List<String> onlyInA,
    List<String> onlyInB,
    List<RepeatedComparison> repetitions) {
  private static final String ALONE = "";

  /**
   * Compares the results in two directories.
   *
   * @throws InputException if one is none, not whole, or of another kind than the other
   */
  public static Comparison of(Path a, Path b) {
    final NavigableMap<String, StoredRun> pointsOfA = read(a);
    final NavigableMap<String, StoredRun> pointsOfB = read(b);
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
        RepeatedComparison.of(pointsOfA, pointsOfB));
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
          study
              + ": is a study of "
              + points.size()
              + " points, "
              + alone
              + " is a single run; name one of the points, such as "
              + study.resolve(points.firstKey()));
    }
  }

  private static NavigableMap<String, StoredRun> read(Path directory) {
    final NavigableMap<String, StoredRun> points = ResultReader.readAll(directory).runsByPath();
    if (points.isEmpty()) {
      throw new InputException(directory + ": holds no run; name the result of another study");
    }
    return points;
  }

  /** Tells whether each point of one is in the other and measured the same. */
  public boolean agree() {
    return onlyInA.isEmpty() && onlyInB.isEmpty() && points.stream().allMatch(RunComparison::agree);
  }

  /** Returns all of it as a JSON object. */
  public Map<String, Object> document() {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("a", a.toString());
    document.put("b", b.toString());
    document.put("agree", agree());
    document.put("points", points.stream().map(RunComparison::document).toList());
    document.put("onlyInA", onlyInA);
    document.put("onlyInB", onlyInB);
    document.put("repetitions", repetitions.stream().map(RepeatedComparison::document).toList());
    return document;
  }
}
