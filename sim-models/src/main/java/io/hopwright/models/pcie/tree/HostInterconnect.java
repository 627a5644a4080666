package io.hopwright.models.pcie.tree;

import io.hopwright.models.declare.Meaning;
import io.hopwright.models.host.PcieRate;

/** Interconnect of hosts, and its properties. */
public enum HostInterconnect {
  /** A single host. */
  @Meaning("nothing: one host")
  NONE(PcieRate.GEN2X8, 6_672, 1_260, 32, 54_244),
  /** Host channel adapters on one switch. */
  @Meaning("InfiniBand FDR: adapters on one switch")
  INFINIBAND(PcieRate.GEN3X8, 6_672, 1_260, 32, 54_244),
  /** Rings, of which two can be joined. */
  @Meaning("PEACH2: one or two rings")
  PEACH2(PcieRate.GEN2X8, 4_000, 3_150, 32, 12_494),
  /** A torus. */
  @Meaning("APEnet+: a torus")
  APENET(PcieRate.GEN2X8, 3_400, 3_150, 1, 67_902);

  private final PcieRate edge;
  private final int networkMegabytes;
  private final int hopTicks;
  private final int gpuReads;
  private final int launchTicks;

  HostInterconnect(
      PcieRate edge, int networkMegabytes, int hopTicks, int gpuReads, int launchTicks) {
    this.edge = edge;
    this.networkMegabytes = networkMegabytes;
    this.hopTicks = hopTicks;
    this.gpuReads = gpuReads;
    this.launchTicks = launchTicks;
  }

  /** Returns the PCIe link of a card. */
  public PcieRate edge() {
    return edge;
  }

  /** Returns the bandwidth of a link of the network, in MB/s. */
  public int networkMegabytes() {
    return networkMegabytes;
  }

  /** Returns the ticks of a hop of the network. */
  public int hopTicks() {
    return hopTicks;
  }

  /** Returns the maximum number of outstanding reads of a GPU by a card. */
  public int gpuReads() {
    return gpuReads;
  }

  /** Returns the ticks to launch a transfer. */
  public int launchTicks() {
    return launchTicks;
  }

  /** Returns whether cards are joined along axes. */
  public boolean areTorus() {
    return this == PEACH2 || this == APENET;
  }
}
