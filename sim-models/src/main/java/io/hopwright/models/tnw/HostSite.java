package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;

/**
 * Partition as seen by its hosts. Confined to it.
 *
 * @param settings settings of the machine
 * @param nodes nodes of the partition
 * @param wheel timing wheel of its events
 * @param pool pool of its packets
 * @param measures its measures
 * @param links links of its nodes
 * @param interfaces interfaces between its nodes and hosts
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
