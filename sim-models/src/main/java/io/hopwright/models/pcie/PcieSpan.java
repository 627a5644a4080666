package io.hopwright.models.pcie;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;

/**
 * What was counted over some ticks.
 *
 * @param ports that lead somewhere
 * @param nodes elements of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record PcieSpan(PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {
  /** Packets are not followed; latencies of messages tell of them. */
  @Override
  public long responses() {
    return 0;
  }
}
