package io.hopwright.models.pcie;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;

/**
 * Counters over an interval.
 *
 * @param ports connected ports
 * @param nodes elements of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record PcieSpan(PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {
  /** Packets are not followed; latencies of messages tell of them. */
  @Override
  public long responses() {
    return 0;
  }
}
