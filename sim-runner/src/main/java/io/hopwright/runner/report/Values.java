package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Scale;
import java.util.stream.DoubleStream;

/** Values of keys in the syntax of configurations, and their positions on an axis. */
public final class Values {
  /** Values further apart than two decades are drawn on a logarithmic axis. */
  private static final double WIDE = 100;

  private Values() {}

  /** Returns the member of a list of one, as of {@code [64 B]}; any other text as it is. */
  static String single(String text) {
    final boolean one = text.startsWith("[") && text.endsWith("]") && !text.contains(",");
    return one ? text.substring(1, text.length() - 1).strip() : text;
  }

  /** Returns how numbers lie on an axis: wide apart powers of two, wide apart, or neither. */
  static Scale scale(DoubleStream values) {
    final double[] sorted = values.sorted().toArray();
    if (sorted.length < 2 || sorted[0] <= 0 || sorted[sorted.length - 1] <= WIDE * sorted[0]) {
      return Scale.LINEAR;
    }
    return DoubleStream.of(sorted).allMatch(Values::isPowerOfTwo) ? Scale.LOG2 : Scale.LOG;
  }

  private static boolean isPowerOfTwo(double value) {
    return value == Math.scalb(1.0, Math.getExponent(value));
  }

  /**
   * Returns the number of {@code 0.5}, {@code 512 B} or {@code [512 B]}; NaN if it is not a number.
   */
  static double number(String text) {
    try {
      return Double.parseDouble(single(text).replaceFirst(" .*", ""));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Returns the unit of {@code 512 B} or {@code [512 B]}; empty if there is none. */
  static String unit(String text) {
    final String value = single(text);
    final int space = value.indexOf(' ');
    return space < 0 || Double.isNaN(number(value)) ? "" : value.substring(space + 1);
  }
}
