package io.hopwright.core.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts per interval of a tick grid.
 *
 * <p>Row {@code i} holds what was counted in ticks {@code [i·rowTicks, (i+1)·rowTicks)}, empty
 * intervals included; the last row may be shorter. Fed with running totals, it stores differences,
 * so series of several partitions add up row by row. Confined to its partition.
 */
public final class IntervalSeries {
  /** Bytes of an array's header and of the reference to it. */
  private static final int HEADER_BYTES = 24;

  private final int columns;
  private final List<long[]> rows = new ArrayList<>();
  private long[] previous;

  /** Creates an empty series of {@code columns} counts per row. */
  public IntervalSeries(int columns) {
    this.columns = columns;
    previous = new long[columns];
  }

  /** Returns the memory that a row of {@code columns} counts takes, in bytes. */
  public static long rowBytes(int columns) {
    return HEADER_BYTES + (long) Long.BYTES * columns;
  }

  /**
   * Reads a series of {@code columns} counts per row that {@link #save} wrote, for summation; no
   * further interval can be closed.
   *
   * @throws IllegalArgumentException if the words are not such a series
   */
  public static IntervalSeries load(int columns, Words words) {
    final IntervalSeries series = new IntervalSeries(columns);
    for (int rows = words.takeCount(1); rows > 0; rows--) {
      series.rows.add(words.takeAll(columns));
    }
    return series;
  }

  /** Writes all intervals closed so far. */
  public void save(Words words) {
    words.put(rows.size());
    rows.forEach(words::putAll);
  }

  /** Closes an interval at which the running totals are {@code totals}, one per column. */
  public void close(long[] totals) {
    if (totals.length != columns) {
      throw new IllegalArgumentException(totals.length + " totals for " + columns + " columns");
    }
    final long[] row = new long[columns];
    for (int i = 0; i < columns; i++) {
      row[i] = totals[i] - previous[i];
    }
    final long[] closed = totals.clone();
    rows.add(row);
    previous = closed;
  }

  /** Opens the last interval again, as if it had never been closed. */
  public void reopen() {
    final long[] row = rows.remove(rows.size() - 1);
    for (int i = 0; i < columns; i++) {
      previous[i] -= row[i];
    }
  }

  /**
   * Merges each two rows into one, so that intervals are twice as long. The number of rows is even.
   */
  public void halve() {
    for (int i = 0; i < rows.size() / 2; i++) {
      final long[] row = rows.get(2 * i);
      final long[] next = rows.get(2 * i + 1);
      for (int column = 0; column < columns; column++) {
        row[column] += next[column];
      }
      rows.set(i, row);
    }
    rows.subList(rows.size() / 2, rows.size()).clear();
  }

  /** Adds the counts of {@code other}, which has the same number of rows. */
  public void add(IntervalSeries other) {
    if (rows.isEmpty()) {
      other.rows.forEach(row -> rows.add(row.clone()));
      return;
    }
    if (other.rows.size() != rows.size()) {
      throw new IllegalArgumentException(
          "series of " + rows.size() + " and " + other.rows.size() + " intervals do not add up");
    }
    for (int i = 0; i < rows.size(); i++) {
      final long[] row = rows.get(i);
      for (int column = 0; column < columns; column++) {
        row[column] += other.rows.get(i)[column];
      }
    }
  }

  /** Returns the number of intervals. */
  public int rows() {
    return rows.size();
  }

  /** Returns one count of interval {@code row}. */
  public long get(int row, int column) {
    return rows.get(row)[column];
  }
}
