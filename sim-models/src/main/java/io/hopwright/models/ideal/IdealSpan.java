package io.hopwright.models.ideal;

import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;

/**
 * Counters of the ideal machine over an interval.
 *
 * @param nodes nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record IdealSpan(long nodes, long fromTick, long toTick, Totals totals) implements Span {
  /** There are no links. */
  @Override
  public Double linkUtilization() {
    return null;
  }
}
