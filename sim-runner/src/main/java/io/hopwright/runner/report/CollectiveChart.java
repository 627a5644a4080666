package io.hopwright.runner.report;

import io.hopwright.models.messaging.statistics.CollectiveTable;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.Scale;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Chart of times and bandwidths of collectives over their sizes, in the terms of nccl-tests. */
final class CollectiveChart {
  /** Column and its presentation. */
  private record Quantity(String column, String name, String unit, Scale scale) {}

  private static final List<Quantity> QUANTITIES =
      List.of(
          new Quantity(
              "busBandwidth", "Bus bandwidth", CollectiveTable.BANDWIDTH_UNIT, Scale.LINEAR),
          new Quantity(
              "algorithmBandwidth",
              "Algorithm bandwidth",
              CollectiveTable.BANDWIDTH_UNIT,
              Scale.LINEAR),
          new Quantity("meanMicroseconds", "Mean time", "us", Scale.LOG));

  private CollectiveChart() {}

  /** Returns one chart over all runs with a table of collectives; none if there is no such run. */
  static Stream<Picture> pictures(List<Entry> all, Subject subject) {
    final List<Entry> entries =
        all.stream().filter(entry -> entry.run().table(JobTables.COLLECTIVES).isPresent()).toList();
    final List<View> views = new ArrayList<>();
    for (Quantity quantity : QUANTITIES) {
      final Map<String, List<Point>> points = new LinkedHashMap<>();
      entries.forEach(entry -> read(entry, entries.size() > 1, quantity.column, points));
      final List<Curve> curves = new ArrayList<>();
      points.forEach(
          (name, of) ->
              curves.add(
                  new Curve(
                      name, "", of.stream().sorted(Comparator.comparing(Point::x)).toList())));
      if (!curves.isEmpty()) {
        views.add(
            View.of(
                quantity.name,
                Axis.of("Size", "B", Scale.LOG2),
                Axis.of(quantity.name, quantity.unit, quantity.scale),
                curves));
      }
    }
    return views.isEmpty()
        ? Stream.empty()
        : Stream.of(
            Chart.of(
                JobTables.COLLECTIVES,
                "Bandwidth of collectives",
                "Sizes and bandwidths are those of nccl-tests. A point is the mean over all calls"
                    + " of that size at all members. "
                    + subject.text(entries),
                Chart.Kind.LINES,
                views));
  }

  private static void read(
      Entry entry, boolean several, String column, Map<String, List<Point>> points) {
    final StoredTable table = entry.run().table(JobTables.COLLECTIVES).orElseThrow();
    table.rows(
        row -> {
          final double value = row.number(column);
          final double bytes = row.number("dataBytes");
          if (Double.isNaN(value) || bytes == 0) {
            return;
          }
          final String name =
              (several ? entry.label() + ": " : "")
                  + "%s, %s %s of %s"
                      .formatted(
                          row.text("job"),
                          row.text("collective"),
                          row.text("algorithm"),
                          row.text("members"));
          points.computeIfAbsent(name, unseen -> new ArrayList<>()).add(Point.of(bytes, value));
        });
  }
}
