package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Point;
import java.util.ArrayList;
import java.util.List;

/** The series of runs that differ only in their seed, interval by interval. */
final class Series {
  private final List<SeriesBins> runs;

  private Series(List<SeriesBins> runs) {
    this.runs = runs;
  }

  /** Reads the series of a group into at most {@code most} bins. */
  static Series of(SeedGroup group, int most) {
    return new Series(
        group.entries().stream().map(entry -> SeriesBins.of(entry.run().series(), most)).toList());
  }

  int rowsPerBin() {
    return runs.stream().mapToInt(SeriesBins::rowsPerBin).max().orElse(1);
  }

  /** Returns the mean of a column over the seeds, for as long as all of them ran. */
  List<Point> points(String column) {
    final int size = runs.stream().mapToInt(SeriesBins::size).min().orElse(0);
    final List<Point> points = new ArrayList<>();
    for (int bin = 0; bin < size; bin++) {
      final int at = bin;
      final Mean mean = Mean.of(runs.stream().map(run -> run.value(at, column)).toList());
      if (mean.count() > 0) {
        points.add(new Point(runs.get(0).time(bin), mean.value(), mean.margin(), mean.count()));
      }
    }
    return points;
  }
}
