package io.hopwright.models.tofu;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;
import io.hopwright.models.tofu.network.TofuCounter;

/**
 * Counters over an interval. Shares are null where nothing could be counted.
 *
 * @param ports connected ports of each kind, those to network interfaces last
 * @param nodes nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record TofuSpan(PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {
  @Override
  public long timed() {
    return totals.get(TofuCounter.COMPLETED);
  }

  @Override
  public long timedHops() {
    return totals.get(TofuCounter.COMPLETED_HOPS);
  }
}
