package io.hopwright.models.fabric;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;

/**
 * Counters of a fabric over an interval.
 *
 * @param ports connected ports
 * @param nodes nodes of the fabric
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record FabricSpan(PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {}
