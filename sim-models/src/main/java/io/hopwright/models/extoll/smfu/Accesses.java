package io.hopwright.models.extoll.smfu;

import io.hopwright.models.extoll.network.ExtollCounter;
import io.hopwright.models.host.AddressMap;
import io.hopwright.models.measure.Totals;
import java.util.BitSet;

/**
 * Address translation of SMFU at the nodes of a partition, and the results of accesses ({@code
 * docs/models/extoll.md}, "SMFU"). Packets of a host carry an interval and an offset; the
 * accelerator's NIC adds its base address for the interval. Confined to its partition; 40 B per
 * node.
 */
public final class Accesses {
  /** Address map of each node. */
  private final AddressMap[] maps;

  /** BARs of each accelerator. */
  private final int bars;

  /** Address of each accelerator and BAR at its host. */
  private final long[] starts;

  /** Configured registers, null if accelerators accept everything. */
  private final Registers configured;

  /** Entries of each host's queue of notifications, and interrupts. */
  private final int[] entries;

  private final int[] interrupts;

  private final Totals totals;

  /** Vectors of which an interrupt was taken: numbers of accelerators and vectors. */
  private final BitSet vectors = new BitSet();

  /**
   * Creates the state without accesses.
   *
   * @param maps address map of each host, null for accelerators
   * @param places index of each accelerator among those of its host
   * @param configured registers by which accelerators check accesses, null if they accept all
   * @param totals totals of the partition
   */
  public Accesses(
      AcceleratorWindows windows,
      AddressMap[] maps,
      int[] places,
      Registers configured,
      Totals totals) {
    this.totals = totals;
    this.maps = maps.clone();
    this.configured = configured;
    bars = windows.device().bars().size();
    starts = new long[places.length * bars];
    for (int start = 0; start < starts.length; start++) {
      starts[start] = windows.hostStart(start % bars, places[start / bars]);
    }
    entries = new int[places.length];
    interrupts = new int[places.length];
  }

  /** Returns whether a node is a host. */
  public boolean isHost(int node) {
    return maps[node] != null;
  }

  /**
   * Returns the interval of a host that contains an address, or counts a miss and returns {@link
   * AddressMap#NONE}.
   */
  public int interval(int node, long address) {
    final int interval = maps[node].find(address);
    if (interval == AddressMap.NONE) {
      totals.count(ExtollCounter.OUTSIDE, 1);
    }
    return interval;
  }

  /** Returns the target node of an interval of a host. */
  public int target(int node, int interval) {
    return maps[node].target(interval);
  }

  /** Forwards an access of a host to the network; returns the content of its packet. */
  public long forward(int node, int interval, long address) {
    forward(address);
    return maps[node].address(interval, maps[node].offset(interval, address));
  }

  /** Forwards an access to the network with its address unchanged. */
  public void forward(long address) {
    totals.count(ExtollCounter.FORWARDED, 1);
    totals.count(ExtollCounter.DISPLACEMENT, address);
  }

  /** Returns whether a node accepts an access with the carried content. */
  public boolean admits(int node, long carried) {
    if (isHost(node)) {
      totals.count(ExtollCounter.DISPLACEMENT, -carried);
      return true;
    }
    final long offset = AcceleratorWindows.offset(carried);
    final int bar = AcceleratorWindows.bar(carried);
    totals.count(ExtollCounter.DISPLACEMENT, -(starts[bars * node + bar] + offset));
    if (configured == null || isReached(node, bar, offset)) {
      return true;
    }
    totals.count(ExtollCounter.REJECTED, 1);
    return false;
  }

  private boolean isReached(int node, int bar, long offset) {
    return configured
        .space(node)
        .passes(configured.read(node, Registers.FIRST_BASE + bar) + offset);
  }

  /** Records that an entry of a host's queue of notifications is in memory. */
  public void entry(int node) {
    entries[node]++;
  }

  /** Counts an interrupt of a host by a vector of an accelerator. */
  public void interrupt(int node, int accelerator, int vector) {
    interrupts[node]++;
    totals.count(ExtollCounter.INTERRUPTS, 1);
    totals.count(ExtollCounter.BEHIND_ENTRY, entries[node] >= interrupts[node] ? 1 : 0);
    final int number = accelerator * AcceleratorDevice.MOST_VECTORS + vector;
    totals.count(ExtollCounter.VECTORS, vectors.get(number) ? 0 : 1);
    vectors.set(number);
  }
}
