package io.hopwright.runner.report.drawing;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Text form of numbers on a page. */
public final class Digits {
  /** More than a picture can show. */
  private static final MathContext PICTURE = new MathContext(6);

  private static final MathContext TEXT = new MathContext(5);
  private static final double PLAIN_ABOVE = 1e-4;
  private static final double PLAIN_BELOW = 1e15;

  private Digits() {}

  /** Returns a number as data: an integer unchanged, other numbers with six digits. */
  public static Number round(double value) {
    if (value == Math.rint(value) && Math.abs(value) < PLAIN_BELOW) {
      return (long) value;
    }
    return new BigDecimal(value).round(PICTURE).doubleValue();
  }

  /**
   * Returns numbers as data: multiples of {@code 1 / scale}, null for values that are not finite.
   */
  static List<Object> whole(double[] values, int scale) {
    return Arrays.stream(values)
        .<Object>mapToObj(value -> Double.isNaN(value) ? null : Math.round(value * scale))
        .toList();
  }

  /** Returns a number as text for people, with separated thousands and at most five decimals. */
  public static String text(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    final DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
    if (value == Math.rint(value) && Math.abs(value) < PLAIN_BELOW) {
      return new DecimalFormat("#,##0", symbols).format(value);
    }
    final BigDecimal rounded = new BigDecimal(value).round(TEXT).stripTrailingZeros();
    if (Math.abs(value) < PLAIN_ABOVE || Math.abs(value) >= PLAIN_BELOW) {
      return rounded.toString();
    }
    return new DecimalFormat("#,##0.############", symbols).format(rounded);
  }

  /** Returns {@code 4} or {@code 4–7}: the numbers from {@code from} to before {@code to}. */
  public static String range(int from, int to) {
    return to - 1 == from ? Integer.toString(from) : from + "–" + (to - 1);
  }
}
