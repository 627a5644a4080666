package io.hopwright.runner.results;

import java.util.Map;

/**
 * Value of both results.
 *
 * @param a value of the first
 * @param b value of the second
 */
public record Pair(Object a, Object b) {
  /** Returns B minus A, NaN if one of them is not a number. */
  public double difference() {
    return Statistics.number(b) - Statistics.number(a);
  }

  /** Returns the difference divided by A, NaN if A is 0 or one of them is not a number. */
  public double relative() {
    final double base = Math.abs(Statistics.number(a));
    return base == 0 ? Double.NaN : difference() / base;
  }

  /** Returns both as entries of a JSON object. */
  Map<String, Object> document() {
    final boolean numbers = Double.isFinite(difference());
    return new JsonObject()
        .with("a", a)
        .with("b", b)
        .withIf(numbers, "difference", difference())
        .withIf(numbers, "relative", relative());
  }
}
