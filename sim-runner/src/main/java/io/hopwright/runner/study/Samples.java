package io.hopwright.runner.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Samples of one run for a check: a number per seed.
 *
 * @param selection selection of points
 * @param withoutSaturated whether saturated points are ignored at a position
 * @param reading number of a point
 */
record Samples(
    PointSelection selection, boolean withoutSaturated, ToDoubleFunction<Measurement> reading) {
  /**
   * Returns a number per seed, in the order of seeds; NaN for one that does not reach the position.
   *
   * @param points of one run
   * @param position where to look, NaN for a selection without
   */
  double[] of(List<Measurement> points, Object position) {
    final Map<String, List<Measurement>> bySeed =
        new TreeMap<>(
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
    points.forEach(
        point -> bySeed.computeIfAbsent(point.seed(), s -> new ArrayList<>()).add(point));
    return bySeed.values().stream().mapToDouble(repetition -> one(repetition, position)).toArray();
  }

  private double one(List<Measurement> points, Object position) {
    if (selection.over() != null) {
      return selection.over().of(points.stream().mapToDouble(reading).toArray());
    }
    if (selection.key() == null) {
      return points.size() == 1 ? reading.applyAsDouble(points.get(0)) : Double.NaN;
    }
    if (points.get(0).values().containsKey(selection.key())) {
      return points.stream()
          .filter(point -> point.isAt(selection.key(), position))
          .filter(point -> !withoutSaturated || !point.saturated())
          .mapToDouble(reading)
          .findFirst()
          .orElse(Double.NaN);
    }
    return position instanceof Double at ? interpolated(points, at) : Double.NaN;
  }

  /**
   * Interpolates between the two points next to a position; saturated points and points without a
   * value are ignored.
   */
  private double interpolated(List<Measurement> points, double position) {
    final List<Measurement> curve =
        points.stream()
            .filter(point -> !point.saturated())
            .filter(point -> Double.isFinite(point.number(selection.key())))
            .filter(point -> Double.isFinite(reading.applyAsDouble(point)))
            .sorted(Comparator.comparingDouble(point -> point.number(selection.key())))
            .toList();
    for (int i = 0; i + 1 < curve.size(); i++) {
      final double left = curve.get(i).number(selection.key());
      final double right = curve.get(i + 1).number(selection.key());
      if (left <= position && position <= right) {
        final double part = right == left ? 0 : (position - left) / (right - left);
        final double before = reading.applyAsDouble(curve.get(i));
        return before + part * (reading.applyAsDouble(curve.get(i + 1)) - before);
      }
    }
    return Double.NaN;
  }
}
