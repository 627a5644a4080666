package io.hopwright.models.tofu.tni;

import io.hopwright.models.declare.Meaning;

/** Bus between processor and network interfaces ({@code docs/models/tofu.md}, "Host"). */
public enum ProcessorBus {
  @Meaning("no bus: processor and network interfaces are on one chip")
  NONE(0, 1),
  @Meaning("the bus of K: 15.0 GB/s each way")
  K(16, 3),
  @Meaning("the bus of FX10: 17.65 GB/s each way")
  FX10(68, 15);

  private static final int LINE_BYTES = 128;
  private final int ticks;
  private final int lines;

  ProcessorBus(int ticks, int lines) {
    this.ticks = ticks;
    this.lines = lines;
  }

  /** Returns the ticks that data take in one direction, at least those of a cache line. */
  public int ticks(int data) {
    final int cacheLines = Math.max(1, (data + LINE_BYTES - 1) / LINE_BYTES);
    return (cacheLines * ticks + lines - 1) / lines;
  }
}
