package io.hopwright.runner.study;

/**
 * Number of a point used by a check: a quantity of its summary, or one computed from its series.
 *
 * @param path path in the summary; null for a number of the series
 * @param series reading of the series; null for a quantity of the summary
 */
public record CheckedNumber(String path, SeriesReading series) {
  /** Returns the number; NaN if it was not measured. */
  double of(Measurement point) {
    return series == null ? point.number(path) : series.of(point.series());
  }

  /** Returns its name in verdicts. */
  public String name() {
    return series == null ? path : series.name();
  }
}
