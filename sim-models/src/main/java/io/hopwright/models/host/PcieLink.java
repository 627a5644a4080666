package io.hopwright.models.host;

/**
 * How long transactions keep a PCI Express link busy, in ticks of a nanosecond: Gen2 with eight
 * lanes moves 4 B in each (5 GT/s and lane, eight bits of ten), after headers and checks.
 *
 * <p>A write has 24 B beside its data: a header of 16 B with addresses of 64 bits, sequence number
 * and check, and framing. A read request is a write without data, a completion has a header of 12
 * B. Source: PCI Express Base Specification 2.1.
 */
public final class PcieLink {
  private static final int BYTES_PER_TICK = 4;
  private static final int REQUEST_BYTES = 24;
  private static final int COMPLETION_BYTES = 20;

  private PcieLink() {}

  /** Returns the ticks of a write of {@code bytes}. */
  public static int writeTicks(int bytes) {
    return ticks(REQUEST_BYTES + bytes);
  }

  /** Returns the ticks of a read request. */
  public static int readTicks() {
    return ticks(REQUEST_BYTES);
  }

  /** Returns the ticks of a completion that brings {@code bytes}. */
  public static int completionTicks(int bytes) {
    return ticks(COMPLETION_BYTES + bytes);
  }

  private static int ticks(int bytes) {
    return (bytes + BYTES_PER_TICK - 1) / BYTES_PER_TICK;
  }
}
