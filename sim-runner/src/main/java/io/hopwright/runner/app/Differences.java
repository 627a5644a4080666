package io.hopwright.runner.app;

import io.hopwright.runner.results.Comparison;
import io.hopwright.runner.results.Pair;
import io.hopwright.runner.results.RunComparison;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Comparison of two results: of two runs, or of two studies point by point. Immutable. */
@PublicApi
public final class Differences {
  private final Comparison comparison;

  /**
   * Differences at one point.
   *
   * @param point its path in the studies; empty for two single runs
   * @param agree whether both have the same measurements
   * @param settings keys whose values differ
   * @param numbers numbers of the summaries that differ, by path
   */
  @PublicApi
  public record PointDifference(
      String point,
      boolean agree,
      Map<String, Values> settings,
      Map<String, NumberDifference> numbers) {}

  /**
   * Two values as text.
   *
   * @param first value of the first result; empty if it has none
   * @param second value of the second result; empty if it has none
   */
  @PublicApi
  public record Values(String first, String second) {
    private static Values of(Pair pair) {
      return new Values(text(pair.a()), text(pair.b()));
    }

    private static String text(Object value) {
      return value == null ? "" : value.toString();
    }
  }

  /**
   * Two numbers.
   *
   * @param first number of the first result; NaN if it is not a number
   * @param second number of the second result; NaN if it is not a number
   * @param relative their difference divided by the first; NaN if that is 0
   */
  @PublicApi
  public record NumberDifference(double first, double second, double relative) {
    private static NumberDifference of(Pair pair) {
      return new NumberDifference(number(pair.a()), number(pair.b()), pair.relative());
    }

    private static double number(Object value) {
      return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
  }

  /**
   * Difference of means over points that differ only in their seed, where both results have several
   * such points.
   *
   * @param points their path without the seed; empty if nothing but seeds varies
   * @param path path of the number
   * @param firstMean mean over the runs of the first result
   * @param secondMean mean over the runs of the second result
   * @param exceedsSeeds whether the difference exceeds the variation between seeds (Student's or
   *     Welch's t, 95 %)
   */
  @PublicApi
  public record MeanDifference(
      String points, String path, double firstMean, double secondMean, boolean exceedsSeeds) {}

  Differences(Comparison comparison) {
    this.comparison = comparison;
  }

  /** Returns whether each point is in both results with the same measurements. */
  public boolean agree() {
    return comparison.agree();
  }

  /** Returns the points that both results have, in the order of their names. */
  public List<PointDifference> points() {
    return comparison.points().stream().map(Differences::point).toList();
  }

  private static PointDifference point(RunComparison run) {
    final Map<String, Values> settings = new LinkedHashMap<>();
    run.config().forEach((key, pair) -> settings.put(key, Values.of(pair)));
    final Map<String, NumberDifference> numbers = new LinkedHashMap<>();
    run.statistics().forEach((path, pair) -> numbers.put(path, NumberDifference.of(pair)));
    return new PointDifference(run.point(), run.agree(), settings, numbers);
  }

  /** Returns the numbers of points that both results repeat with several seeds. */
  public List<MeanDifference> means() {
    return comparison.repetitions().stream()
        .flatMap(
            group ->
                group.statistics().entrySet().stream()
                    .map(
                        entry ->
                            new MeanDifference(
                                group.name(),
                                entry.getKey(),
                                entry.getValue().a().mean(),
                                entry.getValue().b().mean(),
                                entry.getValue().exceeds())))
        .toList();
  }

  /** Returns the points that only the first result has. */
  public List<String> onlyInFirst() {
    return comparison.onlyInA();
  }

  /** Returns the points that only the second result has. */
  public List<String> onlyInSecond() {
    return comparison.onlyInB();
  }

  /** Returns the full comparison. */
  @Internal
  public Comparison comparison() {
    return comparison;
  }
}
