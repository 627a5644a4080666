package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.Declarations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Charts of a series over time: throughput first, then its other columns. */
final class SeriesChart {
  /** Values of all series in a report together; a value takes some ten bytes. */
  private static final int MOST_VALUES = 120_000;

  private static final int FEWEST_BINS = 40;
  private static final int MOST_BINS = 1_000;

  private SeriesChart() {}

  /** Returns the chart; none without a series. */
  static Stream<Picture> pictures(SeedGroups groups, Subject subject) {
    final List<Quantity> columns = columns(groups);
    if (columns.isEmpty()) {
      return Stream.empty();
    }
    final long runs = groups.all().stream().mapToLong(group -> group.runs().size()).sum();
    final long fit = MOST_VALUES / (runs * columns.size());
    final int most = (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, fit));
    final Map<String, SeriesBins> series = new LinkedHashMap<>();
    groups.curves("").forEach((name, curve) -> series.put(name, SeriesBins.of(curve.get(0), most)));
    final List<View> views = columns.stream().map(column -> view(column, series)).toList();
    final int together = series.values().stream().mapToInt(SeriesBins::rowsPerBin).max().orElse(1);
    final String caption =
        "Every interval of the run, warm-up included. "
            + (together > 1 ? "Each point is the mean of up to " + together + " intervals. " : "")
            + subject.seedsOverTime(groups)
            + subject.text();
    return Stream.of(
        Chart.of("time", columns.get(0).label() + " over time", caption, Chart.Kind.LINES, views));
  }

  /** Returns the quantities to show over time, in the order of declaration. */
  private static List<Quantity> columns(SeedGroups groups) {
    return groups.all().stream()
        .flatMap(group -> group.runs().stream())
        .flatMap(entry -> entry.run().declarations().of(Declarations.SERIES).stream())
        .filter(column -> !column.is(Metric.Role.TIME))
        .flatMap(Quantity::of)
        .distinct()
        .toList();
  }

  private static View view(Quantity column, Map<String, SeriesBins> series) {
    final List<Curve> curves = new ArrayList<>();
    series.forEach(
        (name, bins) -> {
          final List<Point> points = bins.points(column);
          if (!points.isEmpty()) {
            curves.add(new Curve(name, "", points));
          }
        });
    return new View(
        column.label(),
        Axis.of("Time", "ticks"),
        Axis.of(column.label(), column.unit()),
        curves,
        List.of(),
        true);
  }
}
