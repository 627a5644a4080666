package io.hopwright.models.host;

import io.hopwright.models.declare.Key;

/** Generations and widths of PCIe links; a tick is 5/63 ns. */
public enum PcieRate implements Key.Described {
  /** 4 GB/s. */
  GEN2X8("generation 2, 8 lanes: 4 GB/s", 63, 20),
  /** 8 GB/s. */
  GEN2X16("generation 2, 16 lanes: 8 GB/s", 63, 40),
  /** 7.877 GB/s. */
  GEN3X8("generation 3, 8 lanes: 7.877 GB/s", 819, 512),
  /** 15.754 GB/s. */
  GEN3X16("generation 3, 16 lanes: 15.754 GB/s", 819, 1_024);

  private final String meaning;
  private final long ticks;
  private final long bytes;

  PcieRate(String meaning, long ticks, long bytes) {
    this.meaning = meaning;
    this.ticks = ticks;
    this.bytes = bytes;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  /** Returns what takes so long for so many bytes. */
  public PcieLink link() {
    return new PcieLink(ticks, bytes);
  }
}
