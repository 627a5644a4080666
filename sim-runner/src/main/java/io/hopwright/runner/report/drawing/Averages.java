package io.hopwright.runner.report.drawing;

/** Means of the values that fall into each of a number of cells. */
final class Averages {
  private final double[] sums;
  private final int[] counts;

  Averages(int cells) {
    sums = new double[cells];
    counts = new int[cells];
  }

  /** Adds a value to a cell; NaN is ignored. */
  void add(int cell, double value) {
    if (!Double.isNaN(value)) {
      sums[cell] += value;
      counts[cell]++;
    }
  }

  /** Returns the means; NaN where there was nothing. */
  double[] means() {
    final double[] means = new double[sums.length];
    for (int cell = 0; cell < means.length; cell++) {
      means[cell] = counts[cell] == 0 ? Double.NaN : sums[cell] / counts[cell];
    }
    return means;
  }
}
