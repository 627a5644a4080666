package io.hopwright.runner.report;

import io.hopwright.models.tables.FlowTables;
import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Guide;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Chart of the accepted share of each source's load, from the smallest to the largest. */
final class FairnessChart {
  private static final int POINTS = 200;

  private FairnessChart() {}

  /** Returns the chart; none if no run counted sources separately. */
  static Stream<Picture> pictures(List<Entry> entries, Subject subject) {
    final List<Curve> curves = new ArrayList<>();
    final StringBuilder indices = new StringBuilder();
    for (Entry entry : entries) {
      final StoredTable table = entry.run().tables().get(FlowTables.SOURCES);
      final double[] packets = table == null ? null : table.values(FlowTables.PACKETS);
      if (packets != null && packets.length > 1 && Arrays.stream(packets).sum() > 0) {
        Arrays.sort(packets);
        curves.add(new Curve(entry.label(), "", points(packets)));
        indices.append(indices.isEmpty() ? "" : "; ").append(entry.label());
        indices.append(' ').append(Digits.text(jain(packets)));
      }
    }
    if (curves.isEmpty()) {
      return Stream.empty();
    }
    final String caption =
        "Delivered packets of each source, of those generated in the measured interval,"
            + " relative to the mean of all; sources in ascending order. Jain's fairness"
            + " index, 1 if all are equal: "
            + indices
            + ". "
            + subject.text();
    final View view =
        new View(
            "",
            Axis.of("Share of the sources", "%"),
            Axis.of("Packets over the mean", ""),
            curves,
            List.of(new Guide("equal", false, 1)),
            true);
    return Stream.of(
        Chart.of("fairness", "Fairness of sources", caption, Chart.Kind.LINES, List.of(view)));
  }

  private static List<Point> points(double[] sorted) {
    final double mean = Arrays.stream(sorted).average().orElseThrow();
    final int last = sorted.length - 1;
    final int steps = Math.min(POINTS, last);
    final List<Point> points = new ArrayList<>();
    for (int step = 0; step <= steps; step++) {
      final int at = (int) ((long) step * last / steps);
      points.add(Point.of(100.0 * at / last, sorted[at] / mean));
    }
    return points;
  }

  /** Returns (Σx)² / (n·Σx²): Jain, Chiu and Hawe, 1984. */
  private static double jain(double[] packets) {
    final double sum = Arrays.stream(packets).sum();
    final double squares = Arrays.stream(packets).map(x -> x * x).sum();
    return sum * sum / (packets.length * squares);
  }
}
