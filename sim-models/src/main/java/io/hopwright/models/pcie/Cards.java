package io.hopwright.models.pcie;

import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.host.PcieRate;

/** What joins hosts, and what it brings with it. */
enum Cards implements Described {
  /** A single host. */
  NONE("nothing: one host", PcieRate.GEN2X8, 6_672, 1_260, 32, 54_244),
  /** Host channel adapters on one switch. */
  INFINIBAND("InfiniBand FDR: adapters on one switch", PcieRate.GEN3X8, 6_672, 1_260, 32, 54_244),
  /** Rings, of which two can be joined. */
  PEACH2("PEACH2: rings, one or two", PcieRate.GEN2X8, 4_000, 3_150, 32, 12_494),
  /** A torus. */
  APENET("APEnet+: a torus", PcieRate.GEN2X8, 3_400, 3_150, 1, 67_902);

  private final String meaning;
  private final PcieRate edge;
  private final int networkMegabytes;
  private final int hopTicks;
  private final int gpuReads;
  private final int launchTicks;

  Cards(
      String meaning,
      PcieRate edge,
      int networkMegabytes,
      int hopTicks,
      int gpuReads,
      int launchTicks) {
    this.meaning = meaning;
    this.edge = edge;
    this.networkMegabytes = networkMegabytes;
    this.hopTicks = hopTicks;
    this.gpuReads = gpuReads;
    this.launchTicks = launchTicks;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  /** Returns the PCIe link of a card. */
  PcieRate edge() {
    return edge;
  }

  /** Returns what a link of the network moves, in MB/s. */
  int networkMegabytes() {
    return networkMegabytes;
  }

  /** Returns the ticks of a hop of the network. */
  int hopTicks() {
    return hopTicks;
  }

  /** Returns how many reads of a GPU a card has outstanding. */
  int gpuReads() {
    return gpuReads;
  }

  /** Returns the ticks that it takes to launch a transfer. */
  int launchTicks() {
    return launchTicks;
  }

  /** Tells whether cards are joined along axes. */
  boolean areTorus() {
    return this == PEACH2 || this == APENET;
  }
}
