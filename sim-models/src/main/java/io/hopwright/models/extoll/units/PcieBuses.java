package io.hopwright.models.extoll.units;

import io.hopwright.models.host.LongQueues;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.host.Servers;

/**
 * PCIe links between the NICs and the devices of a partition, and the memories behind them ({@code
 * docs/models/extoll.md}, "PCIe"). Confined to its partition.
 */
public final class PcieBuses {
  private static final int TO_DEVICE = 0;
  private static final int FROM_DEVICE = 1;
  private static final int DIRECTIONS = 2;

  private final DevicePaths paths;
  private final int latencyTicks;
  private final StageQueues due;
  private final boolean[] isHost;
  private final Servers servers;

  /** The reads with incomplete data at the NIC, in their order, by node; three words each. */
  private final LongQueues reads;

  PcieBuses(DeviceDesign design, HostPaths paths, boolean[] isHost, StageQueues due) {
    this.paths = new DevicePaths(design, paths);
    latencyTicks = design.keys().latencyTicks();
    this.due = due;
    this.isHost = isHost.clone();
    servers = new Servers(isHost.length * DIRECTIONS);
    reads = new LongQueues(isHost.length);
  }

  private PcieLink link(int node) {
    return paths.link(isHost[node]);
  }

  /** Adds items to a direction; returns the tick at whose beginning the last has ended. */
  private long join(int node, int direction, long tick, int ticks) {
    return servers.serve(DIRECTIONS * node + direction, tick, ticks);
  }

  /**
   * Adds a write to the device.
   *
   * @param work work request that is done when it arrives
   * @return the tick at which its last piece starts
   */
  long write(int node, int bytes, long tick, long work, long birth, long value) {
    final boolean data = UnitWork.role(work) == UnitWork.DATA && UnitWork.isBulk(work);
    final boolean host = isHost[node];
    final long end =
        join(
            node,
            TO_DEVICE,
            tick,
            data ? paths.dataTicks(host, bytes) : link(node).writeTicks(bytes));
    due.add(node, StageQueues.TO_DEVICE, end + latencyTicks, work, birth, value);
    return end - (data ? paths.lastDataTicks(host, bytes) : link(node).lastWriteTicks(bytes));
  }

  /**
   * Adds a read request to the memory of the device.
   *
   * @param work work request of its data, with the generation time and the value that belong to it
   * @return the tick at which it starts
   */
  long read(int node, long tick, long work, long birth, long value) {
    final int ticks = link(node).readTicks();
    final long end = join(node, TO_DEVICE, tick, ticks);
    due.add(
        node, StageQueues.TO_DEVICE, end + latencyTicks, UnitWork.as(UnitWork.REQUEST, work), 0, 0);
    reads.add(node, work);
    reads.add(node, birth);
    reads.add(node, value);
    return end - ticks;
  }

  /**
   * Adds the completion of a load to the device, in one piece.
   *
   * @return the tick at which it starts
   */
  long answer(int node, long tick, long work, long birth) {
    final int ticks = link(node).completionTicks(UnitWork.bytes(work));
    final long end = join(node, TO_DEVICE, tick, ticks);
    due.add(
        node,
        StageQueues.TO_DEVICE,
        end + latencyTicks,
        UnitWork.as(UnitWork.LOADED, work),
        birth,
        0);
    return end - ticks;
  }

  /** Adds a write of the device. */
  void issue(int node, int bytes, long tick, long work, long birth, long value) {
    final long end = join(node, FROM_DEVICE, tick, link(node).writeTicks(bytes));
    due.add(node, StageQueues.FROM_DEVICE, end + latencyTicks, work, birth, value);
  }

  /** Adds a read request of the device. */
  void issueRead(int node, long tick, long work, long birth, long address) {
    final long end = join(node, FROM_DEVICE, tick, link(node).readTicks());
    due.add(node, StageQueues.FROM_DEVICE, end + latencyTicks, work, birth, address);
  }

  /** Records that a read request is in memory. */
  void requested(int node, long tick, long work) {
    due.add(node, StageQueues.MEMORY, tick + paths.memoryTicks(isHost[node]), work, 0, 0);
  }

  /** Makes completions join once memory has the data of a read. */
  void remembered(int node, long tick, long work) {
    final int ticks = paths.completionTicks(isHost[node], UnitWork.bytes(work));
    final long end = join(node, FROM_DEVICE, tick, ticks);
    due.add(
        node,
        StageQueues.FROM_DEVICE,
        end + latencyTicks,
        UnitWork.as(UnitWork.COMPLETION, work),
        0,
        0);
  }

  /** Returns what the data are for that are whole at the NIC. */
  long readWork(int node) {
    return reads.remove(node);
  }

  /** Returns the birth of the message that they belong to; to be asked for behind its work. */
  long readBirth(int node) {
    return reads.remove(node);
  }

  /** Returns the value that goes with them; to be asked for behind their birth. */
  long readValue(int node) {
    return reads.remove(node);
  }
}
