package io.hopwright.models.reference.ideal;

import io.hopwright.core.time.TickRate;

/**
 * Parameters of the ideal machine, in the paper's letters. Times in ticks.
 *
 * @param nodes nodes of the machine
 * @param latency {@code L}, 1 or more
 * @param gap {@code g}
 * @param byteGap {@code G}, per KiB
 * @param ticks ticks per second, from {@code machine.ticksPerNanosecond}
 * @param seed seed of all draws
 */
public record ReferenceLogGops(
    int nodes, long latency, long gap, long byteGap, TickRate ticks, long seed) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ReferenceLogGops {
    if (nodes < 1 || latency < 1 || gap < 0 || byteGap < 0) {
      throw new IllegalArgumentException(
          "nodes=" + nodes + ", L=" + latency + ", g=" + gap + ", G=" + byteGap);
    }
  }
}
