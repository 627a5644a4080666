package io.hopwright.models.host;

import io.hopwright.models.declare.Meaning;

/** Generations and widths of PCIe links; a tick is 5/63 ns. */
public enum PcieRate {
  /** 4 GB/s. */
  @Meaning("generation 2, 8 lanes: 4 GB/s")
  GEN2X8(63, 20),
  /** 8 GB/s. */
  @Meaning("generation 2, 16 lanes: 8 GB/s")
  GEN2X16(63, 40),
  /** 7.877 GB/s. */
  @Meaning("generation 3, 8 lanes: 7.877 GB/s")
  GEN3X8(819, 512),
  /** 15.754 GB/s. */
  @Meaning("generation 3, 16 lanes: 15.754 GB/s")
  GEN3X16(819, 1_024);
  private final long ticks;
  private final long bytes;

  PcieRate(long ticks, long bytes) {
    this.ticks = ticks;
    this.bytes = bytes;
  }

  /** Returns a link with this time for this number of bytes. */
  public PcieLink link() {
    return new PcieLink(ticks, bytes);
  }
}
