package io.hopwright.models.fabric;

import io.hopwright.models.switching.crossbar.CrossbarDesign;

/**
 * Packed hop that a {@link RoutingFunction} returns.
 *
 * <pre>
 *  31            4 3     0
 * +---------------+-------+
 * |     port      |  VC   |
 * +---------------+-------+
 * </pre>
 */
final class PackedHop {
  static final int VC_BITS =
      Integer.SIZE - Integer.numberOfLeadingZeros(CrossbarDesign.MAX_VCS - 1);

  private static final int VC_MASK = (1 << VC_BITS) - 1;

  private PackedHop() {}

  static int port(int hop) {
    return hop >>> VC_BITS;
  }

  static int vc(int hop) {
    return hop & VC_MASK;
  }
}
