package io.hopwright.runner.report;

import java.util.List;

/**
 * The mean of repetitions with its 95 % confidence interval by Student's t distribution.
 *
 * @param value the mean
 * @param margin half of the interval; NaN if there are fewer than two values
 * @param count number of values
 */
record Mean(double value, double margin, int count) {
  /** Two-sided 95 % quantiles by degrees of freedom, from 1. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  /** Returns the mean of those values that are numbers. */
  static Mean of(List<Double> values) {
    final double[] numbers =
        values.stream().filter(Double::isFinite).mapToDouble(Double::doubleValue).toArray();
    double sum = 0;
    for (double number : numbers) {
      sum += number;
    }
    final int count = numbers.length;
    final double mean = sum / count;
    if (count < 2) {
      return new Mean(mean, Double.NaN, count);
    }
    double squares = 0;
    for (double number : numbers) {
      squares += (number - mean) * (number - mean);
    }
    final double error = Math.sqrt(squares / (count - 1) / count);
    return new Mean(mean, student(count - 1) * error, count);
  }

  /** Above 30 degrees of freedom the quantile is 1.96 + 2.4/n to three digits. */
  private static double student(int freedom) {
    return freedom <= STUDENT.length ? STUDENT[freedom - 1] : 1.96 + 2.4 / freedom;
  }
}
