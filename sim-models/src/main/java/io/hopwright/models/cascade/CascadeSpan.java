package io.hopwright.models.cascade;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;

/**
 * What was counted on a Cascade over some ticks. Shares are null where nothing could be counted.
 *
 * @param ports of the machine
 * @param index where the totals are
 * @param nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record CascadeSpan(
    PortsInUse ports, CascadeTotals index, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {
  @Override
  public long timed() {
    return totals.get(index.requests());
  }

  @Override
  public long timedHops() {
    return totals.get(index.requestHops());
  }

  Double perPacket(int total) {
    return Metrics.ratio(totals.get(total), (double) totals.get(Totals.DELIVERED));
  }
}
