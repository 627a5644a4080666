package io.hopwright.models.tofu;

import io.hopwright.models.declare.Key.Described;

/** What joins processor and network interfaces ({@code docs/models/tofu.md}, "Host"). */
enum Bus implements Described {
  NONE("nothing: both are on one chip", 0, 1),
  K("the bus of K: 15.0 GB/s each way", 16, 3),
  FX10("the bus of FX10: 17.65 GB/s each way", 68, 15);

  private static final int LINE_BYTES = 128;

  private final String meaning;
  private final int ticks;
  private final int lines;

  Bus(String meaning, int ticks, int lines) {
    this.meaning = meaning;
    this.ticks = ticks;
    this.lines = lines;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  /** Returns the ticks that some data take of a direction, at least a cache line. */
  int ticks(int data) {
    final int cacheLines = Math.max(1, (data + LINE_BYTES - 1) / LINE_BYTES);
    return (cacheLines * ticks + lines - 1) / lines;
  }
}
