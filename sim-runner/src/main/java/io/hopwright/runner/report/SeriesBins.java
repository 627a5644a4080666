package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Series reduced for a picture: neighbouring intervals are combined into their mean until there are
 * few enough. For runs that differ only in their seed it is the series of the first, because a mean
 * over them would flatten waves.
 */
final class SeriesBins {
  private static final String FROM = "from";
  private static final String TO = "to";

  private final StoredTable table;
  private final int most;
  private List<double[]> bins = new ArrayList<>();
  private int rowsPerBin = 1;
  private int rowsInLast;

  private SeriesBins(StoredTable table, int most) {
    this.table = table;
    this.most = most;
  }

  /** Reads the series of a group into at most {@code most} bins. */
  static SeriesBins of(Repetitions<Entry> group, int most) {
    return of(group.first().run().series(), most);
  }

  /** Reads a series into at most {@code most} bins. */
  static SeriesBins of(StoredTable table, int most) {
    final SeriesBins bins = new SeriesBins(table, most);
    table.numbers(bins::add);
    return bins;
  }

  private void add(double[] row) {
    if (lastIsFull() && bins.size() == most) {
      halve();
    }
    if (lastIsFull()) {
      bins.add(row.clone());
      rowsInLast = 1;
    } else {
      join(bins.get(bins.size() - 1), rowsInLast, row, 1);
      rowsInLast++;
    }
  }

  private boolean lastIsFull() {
    return bins.isEmpty() || rowsInLast == rowsPerBin;
  }

  /** Joins full bins in pairs; one that is left over is half full then. */
  private void halve() {
    final List<double[]> halved = new ArrayList<>();
    for (int i = 0; i + 1 < bins.size(); i += 2) {
      join(bins.get(i), 1, bins.get(i + 1), 1);
      halved.add(bins.get(i));
    }
    rowsInLast = rowsPerBin * 2;
    if (bins.size() % 2 == 1) {
      halved.add(bins.get(bins.size() - 1));
      rowsInLast = rowsPerBin;
    }
    rowsPerBin *= 2;
    bins = halved;
  }

  /** Adds a later row to a bin; bounds in time grow, all else becomes a mean. */
  private void join(double[] bin, double weight, double[] row, double rowWeight) {
    final int from = table.named(FROM);
    final int to = table.named(TO);
    for (int i = 0; i < bin.length; i++) {
      if (i == to) {
        bin[i] = row[i];
      } else if (i != from) {
        bin[i] = (bin[i] * weight + row[i] * rowWeight) / (weight + rowWeight);
      }
    }
  }

  /** Returns the values of a column over time, where there are any. */
  List<Point> points(Quantity column) {
    final List<Point> points = new ArrayList<>();
    if (table.column(new StoredTable.Column(column.path(), column.unit())) >= 0) {
      for (int bin = 0; bin < size(); bin++) {
        final double value = value(bin, column.path());
        if (!Double.isNaN(value)) {
          points.add(Point.of(time(bin), value));
        }
      }
    }
    return points;
  }

  /** Returns the number of bins. */
  int size() {
    return bins.size();
  }

  /** Returns how many rows of the table a bin stands for. */
  int rowsPerBin() {
    return rowsPerBin;
  }

  /** Returns the middle of a bin in time. */
  double time(int bin) {
    return (value(bin, FROM) + value(bin, TO)) / 2;
  }

  /** Returns the mean of a column over a bin, NaN if there is no such column. */
  double value(int bin, String column) {
    final int at = table.named(column);
    return at < 0 ? Double.NaN : bins.get(bin)[at];
  }
}
