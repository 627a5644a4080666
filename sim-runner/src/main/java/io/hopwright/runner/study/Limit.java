package io.hopwright.runner.study;

import java.util.OptionalDouble;

/**
 * One side of the interval that a check allows.
 *
 * @param number its value, NaN if it is measured by the run itself
 * @param quantity path of the quantity in the summary that it equals, null for a number
 */
public record Limit(double number, String quantity) {
  /** Returns the number of this limit in a run's summary; empty if that has no such quantity. */
  OptionalDouble in(Quantities summary) {
    return quantity == null ? OptionalDouble.of(number) : summary.number(quantity);
  }
}
