package io.hopwright.models.extoll.units;

import io.hopwright.models.host.PcieLink;

/**
 * Paths from a NIC to the memory of its node, and their times ({@code docs/models/extoll.md},
 * "PCIe", "Through the root complex"). Nodes are hosts, or have an accelerator. Immutable; safe for
 * any thread.
 */
public record DevicePaths(DeviceDesign design, HostPaths paths) {
  /** Returns the link of a NIC. */
  public PcieLink link(boolean host) {
    return host || paths.hostCentric() ? design.hostPcie() : design.acceleratorPcie();
  }

  /** Returns whether data are behind a root complex. */
  private boolean isBehind(boolean host) {
    return paths.peers() != null && !host;
  }

  /** Returns the ticks of a write of data of a put or a get. */
  public int dataTicks(boolean host, int bytes) {
    return isBehind(host) ? paths.peers().writeTicks(bytes) : link(host).writeTicks(bytes);
  }

  /** Returns the ticks of the last piece of such a write. */
  int lastDataTicks(boolean host, int bytes) {
    return isBehind(host) ? paths.peers().lastWriteTicks(bytes) : link(host).lastWriteTicks(bytes);
  }

  /** Returns the ticks of completions with the given data. */
  public int completionTicks(boolean host, int bytes) {
    return isBehind(host)
        ? paths.peers().completionTicks(bytes)
        : link(host).completionTicks(bytes);
  }

  /** Returns the ticks from a read request in memory to its answer. */
  public int memoryTicks(boolean host) {
    if (isBehind(host)) {
      return 2 * design.keys().latencyTicks() + design.keys().acceleratorMemoryTicks();
    }
    return host || paths.hostCentric()
        ? design.keys().hostMemoryTicks()
        : design.keys().acceleratorMemoryTicks();
  }
}
