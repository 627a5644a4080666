package io.hopwright.runner.study;

import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Number computed from a run's series, over the intervals in {@code [fromTick, toTick]}.
 *
 * @param column name of the column, without its unit
 * @param statistic statistic of the column
 * @param with the other column, null if the statistic needs none
 * @param by the factor, 0 if the statistic needs none
 * @param fromTick start of the first interval
 * @param toTick end of the last interval
 */
public record SeriesReading(
    String column, SeriesStatistic statistic, String with, double by, long fromTick, long toTick) {
  /**
   * Returns the number; NaN if the series does not have it.
   *
   * @param series returns the values of a column, NaN where there are none; null if there is no
   *     such column
   */
  double of(Function<String, double[]> series) {
    final double[] values = series.apply(column);
    final double[] other = statistic.needsOther() ? series.apply(with) : values;
    if (values == null || other == null) {
      return Double.NaN;
    }
    final double[] from = series.apply("from");
    final double[] to = series.apply("to");
    final int[] rows =
        IntStream.range(0, from.length)
            .filter(row -> from[row] >= fromTick && to[row] <= toTick)
            .filter(row -> !Double.isNaN(values[row]) && !Double.isNaN(other[row]))
            .toArray();
    return statistic.of(at(rows, values), at(rows, other), by);
  }

  private static double[] at(int[] rows, double[] column) {
    return IntStream.of(rows).mapToDouble(row -> column[row]).toArray();
  }

  /** Returns how a verdict names it. */
  String name() {
    return statistic.word() + " of " + column + (with == null ? "" : " with " + with);
  }
}
