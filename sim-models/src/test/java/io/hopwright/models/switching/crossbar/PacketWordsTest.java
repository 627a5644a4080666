package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PacketWordsTest {
  @ParameterizedTest
  @MethodSource("io.hopwright.models.switching.crossbar.Designs#all")
  void shouldCountHopsAndLeaveTheRestAlone(CrossbarDesign design) {
    final PacketWords words = new PacketWords(design);
    final int ownBits = design.packets().ownBits();
    final int mostHops = design.packets().mostHops();
    for (long bits : new long[] {0, 1, 0x5A5A5A5A5A5A5A5AL, -1L}) {
      final long own = ownBits == 0 ? 0 : bits << (Long.SIZE - ownBits);
      for (int flits = 1; flits <= design.mostFlits(); flits++) {
        long word = own | words.of(flits);
        for (int hops = 0; hops <= mostHops; hops++) {
          assertEquals(flits, words.flits(word));
          assertEquals(hops, words.hops(word));
          assertEquals(hops == mostHops, words.mayNotHop(word));
          assertEquals(own, ownBits == 0 ? 0 : word & -1L << (Long.SIZE - ownBits));
          word = hops < mostHops ? words.afterHop(word) : word;
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.hopwright.models.switching.crossbar.Designs#all")
  void shouldRefuseLargerPacketsThanTheDesignHas(CrossbarDesign design) {
    final PacketWords words = new PacketWords(design);
    final int most = design.mostFlits();
    assertEquals(
        "packet of %s flits, but the design has packets of at most %s".formatted(most + 1, most),
        assertThrows(AssertionError.class, () -> words.of(most + 1)).getMessage());
  }
}
