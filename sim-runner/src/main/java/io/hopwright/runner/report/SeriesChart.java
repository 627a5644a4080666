package io.hopwright.runner.report;

import io.hopwright.models.machine.RunResult;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What a series measured over time: throughput first, then its other columns. */
final class SeriesChart {
  /** Values of all series in a report together; a value takes some ten bytes. */
  private static final int MOST_VALUES = 120_000;

  private static final int FEWEST_BINS = 40;
  private static final int MOST_BINS = 1_000;
  private static final Set<String> TIMES = Set.of("from", "to");
  private static final List<String> FIRST = List.of("throughput", "payload");

  private final SeedGroups groups;
  private final Subject subject;

  SeriesChart(SeedGroups groups, Subject subject) {
    this.groups = groups;
    this.subject = subject;
  }

  /** Returns the chart; none without a series. */
  Stream<Picture> pictures() {
    final Map<String, RunResult.Column> columns = columns();
    if (columns.isEmpty()) {
      return Stream.empty();
    }
    final long runs = groups.all().stream().mapToLong(group -> group.runs().size()).sum();
    final long fit = MOST_VALUES / (runs * columns.size());
    final int most = (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, fit));
    final Map<String, Series> series = new LinkedHashMap<>();
    groups.curves("").forEach((name, curve) -> series.put(name, Series.of(curve.get(0), most)));
    final List<View> views = columns.values().stream().map(column -> view(column, series)).toList();
    final int together = series.values().stream().mapToInt(Series::rowsPerBin).max().orElse(1);
    final String caption =
        "Every interval of the run, warm-up included. "
            + (together > 1 ? "A point is the mean of up to " + together + " intervals. " : "")
            + subject.seedsOverTime(groups)
            + subject.text();
    return Stream.of(
        new Chart("time", first(columns) + " over time", caption, Chart.Kind.LINES, views));
  }

  private static String first(Map<String, RunResult.Column> columns) {
    return Names.of(columns.keySet().iterator().next());
  }

  private Map<String, RunResult.Column> columns() {
    final Map<String, RunResult.Column> columns = new LinkedHashMap<>();
    final List<RunResult.Column> all =
        groups.all().stream()
            .flatMap(group -> group.runs().stream())
            .flatMap(entry -> entry.run().series().columns().stream())
            .filter(column -> !TIMES.contains(column.name()))
            .distinct()
            .toList();
    FIRST.forEach(
        name ->
            all.stream()
                .filter(column -> column.name().equals(name))
                .forEach(column -> columns.put(name, column)));
    all.forEach(column -> columns.putIfAbsent(column.name(), column));
    return columns;
  }

  private static View view(RunResult.Column column, Map<String, Series> series) {
    final List<Curve> curves = new ArrayList<>();
    series.forEach(
        (name, bins) -> {
          final List<Point> points = bins.points(column.name());
          if (!points.isEmpty()) {
            curves.add(new Curve(name, "", points));
          }
        });
    return new View(
        Names.of(column.name()),
        Axis.of("Time", "ticks"),
        Axis.of(Names.of(column.name()), column.unit()),
        curves,
        List.of(),
        true);
  }
}
