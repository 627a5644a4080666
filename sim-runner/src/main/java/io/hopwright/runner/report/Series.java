package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.List;

/** The series of the first of the runs that differ only in their seed: a mean flattens waves. */
final class Series {
  private final StoredTable table;
  private final SeriesBins run;

  private Series(StoredTable table, int most) {
    this.table = table;
    run = SeriesBins.of(table, most);
  }

  /** Reads the series of a group into at most {@code most} bins. */
  static Series of(Repetitions<Entry> group, int most) {
    return new Series(group.first().run().series(), most);
  }

  int rowsPerBin() {
    return run.rowsPerBin();
  }

  /** Returns the values of a column, where there are any. */
  List<Point> points(Quantity column) {
    final List<Point> points = new ArrayList<>();
    if (table.column(new StoredTable.Column(column.path(), column.unit())) < 0) {
      return points;
    }
    for (int bin = 0; bin < run.size(); bin++) {
      final double value = run.value(bin, column.path());
      if (!Double.isNaN(value)) {
        points.add(Point.of(run.time(bin), value));
      }
    }
    return points;
  }
}
