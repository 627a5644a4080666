package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Quantities of each virtual channel of a torus, or of each kind of port of a dragonfly. */
final class ShareChart {
  private static final String OCCUPANCY = "occupancy.";

  /** A quantity that has a value for each VC or kind of port. */
  private record Quantity(String path, String name, String unit) {}

  private static final List<Quantity> OF_CHANNELS =
      List.of(
          new Quantity("vcShare", "Share of bytes", ""),
          new Quantity("vcUnavailable", "Unavailable: sender has fewer than 8 tokens", ""),
          new Quantity("vcFull", "Full: receiver has fewer than 8 free chunks", ""));
  private static final List<Quantity> OF_PORTS =
      List.of(
          new Quantity("linkUtilization", "Utilization", ""),
          new Quantity("packetsPerLink", "Packets per port", "packets"),
          new Quantity("waitingFlits", "Flits waiting for a port", "flits"),
          new Quantity("sentFlits", "Flits sent, credits not back", "flits"));

  private final List<Entry> entries;
  private final Subject subject;

  ShareChart(List<Entry> entries, Subject subject) {
    this.entries = entries;
    this.subject = subject;
  }

  /** Returns a chart for each kind of machine. */
  Stream<Picture> pictures() {
    return Stream.concat(
        chart("channels", "Virtual channels", "Virtual channel", OF_CHANNELS, true),
        chart("ports", "Kinds of ports", "Port", OF_PORTS, false));
  }

  private Stream<Picture> chart(
      String id, String title, String each, List<Quantity> quantities, boolean channels) {
    final List<View> views = new ArrayList<>();
    for (Quantity quantity : quantities) {
      final Map<String, Map<String, Double>> values = new LinkedHashMap<>();
      entries.forEach(entry -> put(values, entry, quantity.path()));
      addView(views, values, each, quantity.name(), quantity.unit());
    }
    if (channels) {
      final Map<String, Map<String, Double>> values = new LinkedHashMap<>();
      entries.forEach(entry -> putOccupancy(values, entry));
      addView(views, values, each, "Occupancy of the buffers", "");
    }
    if (views.isEmpty()) {
      return Stream.empty();
    }
    final String caption = "Means over the measured interval. " + subject.text();
    return Stream.of(new Chart(id, title, caption, Chart.Kind.BARS, views));
  }

  private static void put(Map<String, Map<String, Double>> values, Entry entry, String path) {
    if (!(entry.run().summary().value(path) instanceof Map<?, ?>)) {
      return;
    }
    final Map<String, Double> ofRun = new LinkedHashMap<>();
    for (String name : entry.run().summary().section(path).keySet()) {
      ofRun.put(name, entry.number(path + "." + name));
    }
    values.put(entry.label(), ofRun);
  }

  /** Is known if the links were asked for as a whole. */
  private static void putOccupancy(Map<String, Map<String, Double>> values, Entry entry) {
    entry
        .run()
        .table("links-by-whole")
        .ifPresent(
            table -> {
              final Map<String, Double> ofRun = new LinkedHashMap<>();
              table.texts((fields, line) -> occupancies(table, fields, line, ofRun));
              values.put(entry.label(), ofRun);
            });
  }

  private static void occupancies(
      StoredTable table, List<String> fields, long line, Map<String, Double> ofRun) {
    for (int i = 0; i < fields.size(); i++) {
      final String name = table.columns().get(i).name();
      if (name.startsWith(OCCUPANCY)) {
        ofRun.put(name.substring(OCCUPANCY.length()), table.number(fields.get(i), i, line));
      }
    }
  }

  private static void addView(
      List<View> views,
      Map<String, Map<String, Double>> values,
      String each,
      String name,
      String unit) {
    final List<String> names =
        values.values().stream().flatMap(ofRun -> ofRun.keySet().stream()).distinct().toList();
    final List<Curve> bars = new ArrayList<>();
    values.forEach(
        (run, ofRun) -> {
          final List<Point> points = new ArrayList<>();
          for (int i = 0; i < names.size(); i++) {
            final double value = ofRun.getOrDefault(names.get(i), Double.NaN);
            if (!Double.isNaN(value)) {
              points.add(Point.of(i, value));
            }
          }
          if (!points.isEmpty()) {
            bars.add(new Curve(run, "", points));
          }
        });
    if (!bars.isEmpty()) {
      views.add(
          new View(name, Axis.ofNames(each, names), Axis.of(name, unit), bars, List.of(), false));
    }
  }
}
