package io.hopwright.models.extoll;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortsInUse;

/**
 * What was counted over some ticks.
 *
 * @param ports that lead somewhere
 * @param nodes of the machine, hosts included
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record ExtollSpan(PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals)
    implements PortSpan {}
