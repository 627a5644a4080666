package io.hopwright.runner.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.runner.failure.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

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
    List<Repetitions> repetitions) {
  private static final String MANIFEST = "manifest.json";
  private static final String ALONE = "";

  /**
   * Compares the results in two directories.
   *
   * @throws InputException if one is none, not whole, or of another kind than the other
   */
  public static Comparison of(Path a, Path b) {
    final NavigableMap<String, ResultFiles> pointsOfA = read(a);
    final NavigableMap<String, ResultFiles> pointsOfB = read(b);
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
        Repetitions.of(pointsOfA, pointsOfB));
  }

  private static List<String> without(
      NavigableMap<String, ResultFiles> points, NavigableMap<String, ResultFiles> others) {
    return points.keySet().stream().filter(name -> !others.containsKey(name)).toList();
  }

  private static void requireSameKind(
      Path study,
      NavigableMap<String, ResultFiles> points,
      Path alone,
      NavigableMap<String, ResultFiles> point) {
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

  /** Returns the points of a result by their paths; a single run has the path {@code ""}. */
  private static NavigableMap<String, ResultFiles> read(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          directory + ": is no directory; name one that run, reproduce or sweep has left");
    }
    final NavigableMap<String, ResultFiles> points = new TreeMap<>();
    if (ResultFiles.isRun(directory)) {
      points.put(ALONE, ResultFiles.read(directory));
      return points;
    }
    final Path manifest = directory.resolve(MANIFEST);
    if (!Files.isRegularFile(manifest)) {
      throw new InputException(
          manifest + ": is missing; name a directory that run, reproduce or sweep has left");
    }
    requirePoints(directory, ResultFiles.json(manifest));
    for (Path point : runsBelow(directory)) {
      points.put(directory.relativize(point).toString(), ResultFiles.read(point));
    }
    if (points.isEmpty()) {
      throw new InputException(directory + ": holds no run; name the result of another study");
    }
    return points;
  }

  /** The manifest of a study names the runs that are done. */
  private static void requirePoints(Path study, JsonNode manifest) {
    for (JsonNode point : manifest.path("points")) {
      if (point.path("done").asBoolean()) {
        requireDirectory(study, point.path("path").asText());
      }
    }
  }

  private static void requireDirectory(Path study, String point) {
    if (!Files.isDirectory(study.resolve(point))) {
      throw new InputException(
          study.resolve(point)
              + ": is missing, but "
              + study.resolve(MANIFEST)
              + " names it; simulate the study again");
    }
  }

  private static List<Path> runsBelow(Path study) {
    try (Stream<Path> paths = Files.walk(study)) {
      return paths
          .filter(path -> !path.equals(study) && Files.isDirectory(path))
          .filter(path -> !isHidden(study.relativize(path)))
          .filter(path -> ResultFiles.isRun(path) || isLeaf(path))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new InputException(study + ": cannot be read: " + e.getMessage());
    }
  }

  /** What grows has a hidden name. */
  private static boolean isHidden(Path path) {
    for (Path part : path) {
      if (part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  /** A directory with a manifest and nothing else is what is left of a run. */
  private static boolean isLeaf(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return Files.exists(directory.resolve(MANIFEST)) && entries.noneMatch(Files::isDirectory);
    } catch (IOException e) {
      throw ResultFiles.unreadable(directory, e);
    }
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
    document.put("repetitions", repetitions.stream().map(Repetitions::document).toList());
    return document;
  }
}
