package io.hopwright.runner.report;

/** Names of things that stand together. */
final class Names {
  private Names() {}

  /** Returns {@code 4} or {@code 4–7}: the numbers from {@code from} to before {@code to}. */
  static String range(int from, int to) {
    return to - 1 == from ? Integer.toString(from) : from + "–" + (to - 1);
  }
}
