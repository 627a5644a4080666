package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossbarDesignTest {
  private static final List<PortKind> KINDS =
      List.of(
          new PortKind("near", 3, true, 100, List.of(0, 10)),
          new PortKind("none", 0, true, 100, List.of(0, 10)),
          new PortKind("far", 2, true, 200, List.of(0, 12)),
          new PortKind("host", 4, false, 0, List.of(0, 8)));

  @Test
  void shouldNumberPortsByKind() {
    final CrossbarDesign design = new CrossbarDesign(KINDS, 30, 40);
    assertEquals(9, design.ports());
    assertEquals(5, design.links());
    assertArrayEquals(new int[] {0, 0, 0, 2, 2, 3, 3, 3, 3}, design.kindOfPort());
  }

  @Test
  void shouldLookAheadAsFarAsTheSoonestEffectElsewhere() {
    assertEquals(30, new CrossbarDesign(KINDS, 30, 40).lookaheadTicks());
    assertEquals(7, new CrossbarDesign(KINDS, 30, 7).lookaheadTicks());
  }

  @Test
  void shouldNotChangeWithTheListItWasGiven() {
    final List<PortKind> kinds = new ArrayList<>(KINDS);
    final CrossbarDesign design = new CrossbarDesign(kinds, 30, 40);
    kinds.clear();
    assertEquals(KINDS, design.kinds());
  }
}
