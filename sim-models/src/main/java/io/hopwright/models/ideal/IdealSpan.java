package io.hopwright.models.ideal;

import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;

/**
 * What was counted on the ideal machine over some ticks.
 *
 * @param nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record IdealSpan(long nodes, long fromTick, long toTick, Totals totals) implements Span {
  /** There are no links. */
  @Override
  public Double linkUtilization() {
    return null;
  }
}
