package io.hopwright.models.pcie;

import io.hopwright.models.host.PcieLink;
import io.hopwright.models.machine.Key.Described;

/** Generations and widths of PCIe links; a tick is 5/63 ns. */
enum EdgeRate implements Described {
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

  EdgeRate(String meaning, long ticks, long bytes) {
    this.meaning = meaning;
    this.ticks = ticks;
    this.bytes = bytes;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  PcieLink link() {
    return new PcieLink(ticks, bytes);
  }
}
