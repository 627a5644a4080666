package io.hopwright.models.tofu;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;
import io.hopwright.models.tofu.network.TofuTotals;

/**
 * What was counted over some ticks. Shares are null where nothing could be counted.
 *
 * @param ports how many of each kind lead somewhere, those to network interfaces last
 * @param index where the totals are
 * @param nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record TofuSpan(
    PortsInUse ports, TofuTotals index, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {
  @Override
  public long timed() {
    return totals.get(index.completed());
  }

  @Override
  public long timedHops() {
    return totals.get(index.completedHops());
  }
}
