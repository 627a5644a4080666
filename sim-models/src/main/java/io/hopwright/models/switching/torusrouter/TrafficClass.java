package io.hopwright.models.switching.torusrouter;

/** Traffic class: the treatment of a packet by routers; fixed in its header, two bits. */
public final class TrafficClass {
  /** Any minimal direction, dynamic VCs first, the escape VC if none is available. */
  public static final int DYNAMIC = 0;

  /** Directions in the escape order, on the escape VC only. */
  public static final int STATIC = 1;

  /** Dimensions in the order x, y, z, on the high-priority VC, before all others. */
  public static final int HIGH_PRIORITY = 2;

  /** Straight on through one dimension on the escape VC, with a copy for every node on the way. */
  public static final int BROADCAST = 3;

  /** Number of classes. */
  public static final int CLASSES = 4;

  private TrafficClass() {}
}
