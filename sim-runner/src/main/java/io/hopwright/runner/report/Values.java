package io.hopwright.runner.report;

/** Values of keys as a configuration writes them. */
final class Values {
  private Values() {}

  /** Returns the number of {@code 0.5} or {@code 512 B}; NaN if it is none. */
  static double number(String text) {
    try {
      return Double.parseDouble(text.replaceFirst(" .*", ""));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Returns the unit of {@code 512 B}; empty if there is none. */
  static String unit(String text) {
    final int space = text.indexOf(' ');
    return space < 0 || Double.isNaN(number(text)) ? "" : text.substring(space + 1);
  }
}
