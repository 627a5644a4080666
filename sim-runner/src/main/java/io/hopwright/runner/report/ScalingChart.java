package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.Scale;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Chart of the scaling that {@code bench scaling} measured and projected, over the number of
 * processors.
 */
final class ScalingChart {
  private static final Map<String, String> ROWS =
      new java.util.TreeMap<>(
          Map.of(
              "strong", "measured, fixed size",
              "weak", "measured, size per processor fixed",
              "projected", "projected"));

  /** Column and its presentation. */
  private record Quantity(String column, String name, String unit, Scale scale) {}

  private static final List<Quantity> QUANTITIES =
      List.of(
          new Quantity("speedUp", "Speed-up over one thread", "", Scale.LOG2),
          new Quantity("efficiency", "Efficiency", "", Scale.LINEAR),
          new Quantity("packetHopsPerSecond", "Packet-hops per second", "1/s", Scale.LINEAR),
          new Quantity("barrierShare", "Share of time in barriers", "", Scale.LINEAR),
          new Quantity("predictionError", "Error of the projection", "", Scale.LINEAR));

  private ScalingChart() {}

  /** Returns the chart; none if no result is of {@code bench scaling}. */
  static Stream<Picture> pictures(List<StoredDirectory> all) {
    final List<StoredDirectory> results =
        all.stream().filter(result -> result.scaling() != null).toList();
    final List<View> views = new ArrayList<>();
    for (Quantity quantity : QUANTITIES) {
      final List<Curve> curves = curves(results, quantity.column());
      if (!curves.isEmpty()) {
        views.add(
            View.of(
                quantity.name(),
                Axis.of("Processors (threads × JVMs)", "", Scale.LOG2),
                Axis.of(quantity.name(), quantity.unit(), quantity.scale()),
                quantity.scale() == Scale.LOG2 ? withLinear(curves) : curves));
      }
    }
    return views.isEmpty()
        ? Stream.empty()
        : Stream.of(Chart.of("scaling", "Scaling", caption(results), Chart.Kind.LINES, views));
  }

  private static String caption(List<StoredDirectory> results) {
    final List<String> machines =
        results.stream().map(result -> result.scaling().text("machine")).distinct().toList();
    return "Simulating "
        + String.join(", ", machines)
        + " on several threads and JVMs. Measured on the computer that Provenance names; projected"
        + " from the work of each window and measured costs of barrier and wire.";
  }

  private static List<Curve> curves(List<StoredDirectory> results, String column) {
    final List<Curve> curves = new ArrayList<>();
    for (StoredDirectory result : results) {
      final String before = results.size() > 1 ? result.name() + ": " : "";
      ROWS.forEach(
          (rows, name) -> {
            final List<Point> points = points(result.scaling().list(rows), column);
            if (!points.isEmpty()) {
              curves.add(new Curve(before + name, "", points));
            }
          });
    }
    return curves;
  }

  private static List<Point> points(List<StoredDocument> rows, String column) {
    final List<Point> points = new ArrayList<>();
    for (StoredDocument row : rows) {
      final double at = row.number("processors").orElse(Double.NaN);
      final double value = row.number(column).orElse(Double.NaN);
      if (!Double.isNaN(at) && !Double.isNaN(value)) {
        points.add(Point.of(at, value));
      }
    }
    points.sort(Comparator.comparingDouble(Point::x));
    return points;
  }

  private static List<Curve> withLinear(List<Curve> curves) {
    final Map<Double, Point> linear = new LinkedHashMap<>();
    curves.stream()
        .flatMap(curve -> curve.points().stream())
        .mapToDouble(Point::x)
        .sorted()
        .forEach(x -> linear.put(x, Point.of(x, x)));
    final List<Curve> all = new ArrayList<>(curves);
    all.add(new Curve("linear", "", List.copyOf(linear.values())));
    return all;
  }
}
