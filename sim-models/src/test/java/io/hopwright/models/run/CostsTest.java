package io.hopwright.models.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

class CostsTest {
  @Test
  void shouldReadSpeedsBetweenMeasuredSizes() {
    final Costs costs =
        new Costs(
            true,
            List.of(new Costs.Speed(512, 2.2e6), new Costs.Speed(4_096, 1.7e6)),
            0,
            0,
            new Costs.NodeBytes(0, 0),
            new Costs.NodeBytes(0, 0),
            0,
            0,
            1);
    assertEquals(2.2e6, costs.hopsPerSecond(1));
    assertEquals(2.2e6, costs.hopsPerSecond(512));
    assertEquals(1.95e6, costs.hopsPerSecond(1_448), 1e3);
    assertEquals(1.7e6, costs.hopsPerSecond(4_096));
    assertEquals(1.7e6, costs.hopsPerSecond(65_536));
    assertFalse(Costs.NOT_MEASURED.measured());
  }
}
