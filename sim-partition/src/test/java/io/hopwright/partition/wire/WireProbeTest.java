package io.hopwright.partition.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WireProbeTest {
  @Test
  @Tag("slow")
  void shouldMeasureWhatCrosses() {
    final WireProbe torus = WireProbe.measure(2, 18);
    assertTrue(torus.nanos() > 0);
    // An event has one byte of delay and four of content; a packet adds two words of eight bytes.
    assertTrue(torus.bytes() >= 13 && torus.bytes() < 14, torus::toString);
    final WireProbe dragonfly = WireProbe.measure(3, 4_375);
    assertTrue(dragonfly.bytes() >= 18 && dragonfly.bytes() < 19, dragonfly::toString);
  }
}
