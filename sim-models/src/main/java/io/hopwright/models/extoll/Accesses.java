package io.hopwright.models.extoll;

import io.hopwright.models.host.AddressMap;
import java.util.Arrays;

/**
 * How SMFU translates addresses at the nodes of a partition, and what becomes of accesses ({@code
 * docs/models/extoll.md}, "SMFU"): packets of a host carry an interval and an offset, to which the
 * accelerator's NIC adds the base that it has for the interval. Confined to its partition; 40 B per
 * node.
 */
final class Accesses {
  /** Where the addresses of a node lead to. */
  private final AddressMap[] maps;

  /** By accelerator: where its host has its memory and its registers. */
  private final long[] memories;

  private final long[] registers;

  /** What was configured, null if accelerators take all that comes. */
  private final Registers configured;

  /** By host: entries of its queue of notifications, and interrupts. */
  private final int[] entries;

  private final int[] interrupts;

  private long forwarded;
  private long outside;
  private long rejected;
  private long displacement;
  private long behindEntry;

  /**
   * Creates what has seen no access.
   *
   * @param maps where addresses of each host lead to, null of accelerators
   * @param places of each accelerator among those of its host
   * @param configured registers by which accelerators judge accesses, null if they take all
   */
  Accesses(AcceleratorWindows windows, AddressMap[] maps, int[] places, Registers configured) {
    this.maps = maps.clone();
    this.configured = configured;
    memories = new long[places.length];
    registers = new long[places.length];
    for (int node = 0; node < places.length; node++) {
      memories[node] = windows.hostMemory(places[node]);
      registers[node] = windows.hostRegisters(places[node]);
    }
    entries = new int[places.length];
    interrupts = new int[places.length];
  }

  /** Tells whether a node is a host. */
  boolean isHost(int node) {
    return maps[node] != null;
  }

  /**
   * Returns the interval of a host that an address is in, {@link AddressMap#NONE} if in none, which
   * is counted.
   */
  int interval(int node, long address) {
    final int interval = maps[node].find(address);
    if (interval == AddressMap.NONE) {
      outside++;
    }
    return interval;
  }

  /** Returns the node that an interval of a host leads to. */
  int target(int node, int interval) {
    return maps[node].target(interval);
  }

  /** An access of a host goes to the network; returns what its packet carries. */
  long forward(int node, int interval, long address) {
    forward(address);
    return maps[node].address(interval, maps[node].offset(interval, address));
  }

  /** An access goes to the network with its address unchanged. */
  void forward(long address) {
    forwarded++;
    displacement += address;
  }

  /** Tells whether a node lets an access in that has come with what its packet carries. */
  boolean admits(int node, long carried) {
    if (isHost(node)) {
      displacement -= carried;
      return true;
    }
    final long offset = AcceleratorWindows.offset(carried);
    final boolean memory = AcceleratorWindows.isMemory(carried);
    displacement -= (memory ? memories[node] : registers[node]) + offset;
    if (configured == null || isReached(node, memory, offset)) {
      return true;
    }
    rejected++;
    return false;
  }

  private boolean isReached(int node, boolean memory, long offset) {
    final int base = memory ? Registers.MEMORY_BASE : Registers.REGISTER_BASE;
    return configured.space(node).passes(configured.read(node, base) + offset);
  }

  /** An entry of a host's queue of notifications is in memory. */
  void entry(int node) {
    entries[node]++;
  }

  /** A host is interrupted. */
  void interrupt(int node) {
    interrupts[node]++;
    behindEntry += entries[node] >= interrupts[node] ? 1 : 0;
  }

  /** Returns what has become of all. */
  AccessCounts counts() {
    final long taken = Arrays.stream(interrupts).asLongStream().sum();
    return new AccessCounts(forwarded, outside, rejected, displacement, taken, behindEntry);
  }
}
