package io.hopwright.models.extoll;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;

/**
 * Counters over an interval.
 *
 * @param ports connected ports
 * @param nodes nodes of the machine, hosts included
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record ExtollSpan(PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {
  /** Packets of units are not followed; any other one takes a tick at least. */
  @Override
  public long responses() {
    return totals.get(Totals.RESPONSE_TICKS) == 0 ? 0 : timed();
  }
}
