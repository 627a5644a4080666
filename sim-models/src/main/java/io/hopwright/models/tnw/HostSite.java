package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;

/**
 * The partition that hosts are built into. Confined to it.
 *
 * @param settings of the machine
 * @param nodes of the partition
 * @param wheel of its events
 * @param pool of its packets
 * @param measures of it
 * @param links of its nodes
 * @param interfaces between these and hosts
 */
@SuppressWarnings("ArrayRecordComponent") // one array, shared by all parts of a partition
record HostSite(
    TnwSettings settings,
    int[] nodes,
    TimingWheel wheel,
    PacketPool pool,
    Measures<Totals> measures,
    LinkModules links,
    TnwInterfaces interfaces) {}
