package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CrossbarDesignTest {
  private static final PacketFormat PACKETS = new PacketFormat(1, 9, 50, 3);
  private static final List<PortKind> KINDS =
      List.of(
          new PortKind("near", 3, true, 100, List.of(0, 10), 30, 40),
          new PortKind("none", 0, true, 100, List.of(0, 10), 30, 40),
          new PortKind("far", 2, true, 200, List.of(0, 12), 70, 25),
          PortKind.endpoints("host", 4, List.of(0, 8)));

  private static CrossbarDesign of(PortKind... kinds) {
    return new CrossbarDesign(List.of(kinds), 2, PACKETS);
  }

  @Test
  void shouldNumberPortsByKind() {
    final CrossbarDesign design = new CrossbarDesign(KINDS, 2, PACKETS);
    assertEquals(9, design.ports());
    assertEquals(5, design.links());
    assertArrayEquals(
        new int[] {0, 0, 0, 2, 2, 3, 3, 3, 3},
        IntStream.range(0, 9).map(port -> design.kind(0, port)).toArray());
    assertEquals(1, design.mostFlits());
    assertEquals(200, design.mostCapacityFlits());
  }

  @Test
  void shouldLookAheadAsFarAsTheSoonestEffectOverAnyLink() {
    assertEquals(25, new CrossbarDesign(KINDS, 2, PACKETS).lookaheadTicks());
    assertEquals(30, of(KINDS.get(0), KINDS.get(3)).lookaheadTicks());
  }

  @Test
  void shouldNotChangeWithTheListsItWasGiven() {
    final List<PortKind> kinds = new ArrayList<>(KINDS);
    final List<Integer> ticks = new ArrayList<>(List.of(0, 8));
    kinds.set(3, PortKind.endpoints("host", 4, ticks));
    final CrossbarDesign design = new CrossbarDesign(kinds, 2, PACKETS);
    kinds.clear();
    ticks.clear();
    assertEquals(KINDS, design.kinds());
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    assertRefused(
        "65 ports of a router, at most 64 fit",
        () -> of(PortKind.endpoints("host", 65, List.of(0))));
    assertRefused("17 VCs of a port, at most 16 fit", () -> new CrossbarDesign(KINDS, 17, PACKETS));
    assertRefused(
        "2 words of a packet; the core needs 3",
        () -> new CrossbarDesign(KINDS, 2, new PacketFormat(1, 9, 50, 2)));
    assertRefused(
        "packets of up to 1 flits, but host ports of the design have times for up to 2;"
            + " give times for all sizes from 0 on",
        () -> of(KINDS.get(0), PortKind.endpoints("host", 1, List.of(0, 1, 2))));
    assertRefused(
        "packets of up to 2 flits, but near ports of the design have times for up to 1;"
            + " give times for all sizes from 0 on",
        () -> new CrossbarDesign(KINDS, 2, new PacketFormat(2, 9, 50, 3)));
    assertRefused(
        "VCs of 1048576 flits behind far ports, at most 1048575 fit;"
            + " use smaller buffers or larger flits",
        () -> of(new PortKind("far", 2, true, 1 << 20, List.of(0, 12), 70, 25)));
    assertRefused(
        "64 ports of 16 VCs and packets of 524288 flits leave no room for routers in events of"
            + " 32 bits; use larger flits",
        () -> new EventWord(Designs.of(1 << 19, 64, 16, 1, 0, 1)));
    assertRefused(
        "61 flits, 99 hops and 52 bits of the machine need 65 bits of a packet's third word, which"
            + " has 64; use larger flits or a smaller machine",
        () -> new PacketWords(Designs.of(61, 16, 4, 99, 52, 256)));
  }

  private static void assertRefused(String problem, Runnable design) {
    assertEquals(problem, assertThrows(IllegalArgumentException.class, design::run).getMessage());
  }
}
