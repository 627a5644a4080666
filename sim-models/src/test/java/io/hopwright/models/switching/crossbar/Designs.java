package io.hopwright.models.switching.crossbar;

import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Designs with very different field widths. */
final class Designs {
  /** Aries: 28 flits, 48 ports of 8 VCs, 10 hops. */
  static final CrossbarDesign CASCADE = of(28, 48, 8, 10, 55, 5_461);

  /** TofuD: 61 units of 32 B, 16 ports of 4 VCs, 99 hops on the largest mesh. */
  static final CrossbarDesign TOFU = of(61, 16, 4, 99, 49, 256);

  private Designs() {}

  /** All links alike. */
  static CrossbarDesign of(
      int mostFlits, int ports, int vcs, int mostHops, int ownBits, int capacityFlits) {
    final List<Integer> ticks = Collections.nCopies(mostFlits + 1, 7);
    return new CrossbarDesign(
        List.of(new PortKind("link", ports, true, capacityFlits, ticks, 50, 40)),
        vcs,
        new PacketFormat(mostFlits, mostHops, ownBits, 3));
  }

  static Stream<CrossbarDesign> all() {
    return Stream.of(
        CASCADE,
        TOFU,
        of(1, 1, 1, 1, 62, 1),
        of(20, 5, 3, 6, 0, 100),
        of(511, 64, 16, 1_023, 45, CrossbarDesign.MAX_CAPACITY_FLITS));
  }
}
