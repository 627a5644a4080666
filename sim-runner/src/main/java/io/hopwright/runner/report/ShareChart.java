package io.hopwright.runner.report;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Chart of numbers with a value for each member of a family, such as each virtual channel. */
final class ShareChart {
  /** By kind of member, then by metric and run: the values of the members. */
  private final Map<String, Map<Metric, Map<String, Map<String, Double>>>> values =
      new LinkedHashMap<>();

  private ShareChart() {}

  /** Returns a chart for each kind of members. */
  static Stream<Picture> pictures(List<Entry> entries, Subject subject) {
    return new ShareChart().of(entries, subject);
  }

  private Stream<Picture> of(List<Entry> entries, Subject subject) {
    for (Entry entry : entries) {
      for (Metric family : families(entry, Declarations.SUMMARY)) {
        family.paths().forEach(path -> put(entry, family, path, entry.number(path)));
      }
      final Map<String, StoredTable> tables = entry.run().tables();
      tables.forEach(
          (name, table) -> {
            if (!hasRows(entry, name)) {
              families(entry, name).forEach(family -> put(entry, family, table));
            }
          });
    }
    final List<Picture> charts = new ArrayList<>();
    values.forEach(
        (each, families) -> {
          final List<View> views = new ArrayList<>();
          families.forEach((family, ofRuns) -> views.add(view(family, ofRuns)));
          final String of = each.toLowerCase(Locale.ROOT);
          charts.add(
              Chart.of(
                  "by-" + of.replace(' ', '-'),
                  (views.size() == 1 ? views.get(0).name() : "Results") + " by " + of,
                  "Means over the measured interval. " + subject.text(),
                  Chart.Kind.BARS,
                  views));
        });
    return charts.stream();
  }

  private static List<Metric> families(Entry entry, String place) {
    return entry.run().declarations().of(place).stream().filter(m -> !m.each().isEmpty()).toList();
  }

  /** Returns whether a table has rows about separate things, which are not members of the run. */
  private static boolean hasRows(Entry entry, String table) {
    return entry.run().declarations().of(table).stream().anyMatch(m -> m.is(Role.IDENTITY));
  }

  /** The families of a table are of its only row. */
  private void put(Entry entry, Metric family, StoredTable table) {
    table.rows(row -> family.paths().forEach(path -> put(entry, family, path, row.number(path))));
  }

  private void put(Entry entry, Metric family, String path, double value) {
    if (!Double.isNaN(value)) {
      values
          .computeIfAbsent(family.each(), unseen -> new LinkedHashMap<>())
          .computeIfAbsent(family, unseen -> new LinkedHashMap<>())
          .computeIfAbsent(entry.label(), unseen -> new LinkedHashMap<>())
          .put(path.substring(family.name().length() + 1), value);
    }
  }

  private static View view(Metric family, Map<String, Map<String, Double>> ofRuns) {
    final List<Curve> bars = new ArrayList<>();
    ofRuns.forEach(
        (run, ofMembers) -> {
          final List<Point> points = new ArrayList<>();
          ofMembers.forEach(
              (member, value) -> points.add(Point.of(family.members().indexOf(member), value)));
          bars.add(new Curve(run, "", points));
        });
    return View.of(
        family.label(),
        Axis.ofNames(family.each(), family.members()),
        Axis.of(family.label(), family.unit()),
        bars);
  }
}
