package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.Scale;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Chart of response time over load: a curve for each run and combination of the keys that vary. */
final class LoadChart {
  /** A logarithmic axis pays if saturated points would flatten all others. */
  private static final double WIDE = 30;

  private LoadChart() {}

  /** Returns the chart; none if no curve would have two points. */
  static Stream<Picture> pictures(SeedGroups groups, Subject subject) {
    final Map<String, List<Repetitions<Entry>>> curves = groups.curves(groups.along());
    final Map<String, Map<String, List<Repetitions<Entry>>>> parts = groups.parts(groups.along());
    final List<Entry> entries =
        groups.all().stream().flatMap(group -> group.runs().stream()).toList();
    final Metric time =
        entries.stream()
            .flatMap(entry -> entry.run().declarations().with(Metric.Role.RESPONSE).stream())
            .findFirst()
            .orElse(null);
    if (time == null || curves.values().stream().allMatch(curve -> curve.size() < 2)) {
      return Stream.empty();
    }
    final List<View> views =
        Quantity.with(Metric.Role.LOAD, entries).stream()
            .flatMap(
                load ->
                    parts.entrySet().stream()
                        .map(part -> view(part.getKey(), part.getValue(), load, time)))
            .filter(view -> !view.curves().isEmpty())
            .toList();
    if (views.isEmpty()) {
      return Stream.empty();
    }
    final String caption =
        "Latency over load"
            + (groups.along().isEmpty() ? "" : "; along each curve: " + groups.along())
            + ". Solid: mean; dotted: 99th percentile. "
            + subject.seeds(groups)
            + subject.marks(views.get(0))
            + subject.text();
    return Stream.of(Chart.of("load", "Latency over load", caption, Chart.Kind.LINES, views));
  }

  private static View view(
      String part, Map<String, List<Repetitions<Entry>>> groups, Quantity load, Metric time) {
    final Quantity mean = Quantity.member(time, Metric.MEAN);
    final Quantity p99 = Quantity.member(time, Metric.P99);
    final List<Curve> curves = new ArrayList<>();
    groups.forEach(
        (name, curve) -> {
          curves.add(new Curve(name, "", points(curve, load, mean)));
          curves.add(new Curve(name, Metric.P99, valued(points(curve, load, p99))));
        });
    curves.removeIf(curve -> curve.points().isEmpty());
    return View.of(
        load.label() + (part.isEmpty() ? "" : ", " + part),
        Axis.of(load.label(), load.unit()),
        Axis.of(time.label(), time.unit(), wide(curves) ? Scale.LOG : Scale.LINEAR),
        curves);
  }

  private static List<Point> points(List<Repetitions<Entry>> groups, Quantity x, Quantity y) {
    final List<Point> points = new ArrayList<>();
    for (Repetitions<Entry> group : groups) {
      final Sample at = group.measured(x::of);
      if (at.count() > 0) {
        Point.of(at.mean(), y.path(), y::of, group).ifPresent(points::add);
      }
    }
    return points;
  }

  /**
   * Returns the points with values; only one of two curves has the marks of points without a value.
   */
  private static List<Point> valued(List<Point> points) {
    return points.stream().filter(point -> !point.has(Chart.Mark.WITHHELD)).toList();
  }

  private static boolean wide(List<Curve> curves) {
    final double[] values =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(Point::y)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return values.length > 1 && values[0] > 0 && values[values.length - 1] > WIDE * values[0];
  }
}
