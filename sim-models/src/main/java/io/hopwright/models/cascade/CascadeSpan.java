package io.hopwright.models.cascade;

import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;

/**
 * Counters of a Cascade over an interval. Shares are null where nothing could be counted.
 *
 * @param ports ports of the machine
 * @param nodes nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record CascadeSpan(PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {
  @Override
  public long timed() {
    return totals.get(CascadeCounter.REQUESTS);
  }

  @Override
  public long timedHops() {
    return totals.get(CascadeCounter.REQUEST_HOPS);
  }

  Double perPacket(CascadeCounter counter) {
    return Metrics.ratio(totals.get(counter), (double) totals.get(Totals.DELIVERED));
  }
}
