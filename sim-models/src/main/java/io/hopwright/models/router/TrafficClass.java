package io.hopwright.models.router;

/** What the router may do with a packet; fixed in its header, two bits. */
public final class TrafficClass {
  /** Any minimal direction, dynamic VCs first, the bubble VC as escape. */
  public static final int DYNAMIC = 0;

  /** Dimensions in the order x, y, z, on the bubble VC only. */
  public static final int STATIC = 1;

  /** Like static, on the high-priority VC, before all others. */
  public static final int HIGH_PRIORITY = 2;

  private TrafficClass() {}
}
