package io.hopwright.models.toy;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * What was counted on a ring over some ticks.
 *
 * @param nodes of the ring
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record RingSpan(long nodes, long fromTick, long toTick, Totals totals) implements Span {
  @Override
  public Double linkUtilization() {
    return Metrics.ratio(totals.get(PortStatistics.busy(0)), 2.0 * nodes * ticks());
  }
}
