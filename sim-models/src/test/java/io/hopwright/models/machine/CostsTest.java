package io.hopwright.models.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import java.util.List;
import java.util.Map;
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
            0,
            0,
            0,
            0,
            1);
    assertEquals(2.2e6, costs.hopsPerSecond(1));
    assertEquals(2.2e6, costs.hopsPerSecond(512));
    assertEquals(1.95e6, costs.hopsPerSecond(1_448), 1e3);
    assertEquals(1.7e6, costs.hopsPerSecond(4_096));
    assertEquals(1.7e6, costs.hopsPerSecond(65_536));
  }

  @Test
  void shouldBeMeasuredForEveryMachineThatComesWithTheProgram() {
    for (Machine machine : Machines.all()) {
      final Costs costs = machine.network(Settings.of(machine.parameters(), Map.of())).costs();
      assertTrue(costs.measured(), machine.name());
      assertTrue(costs.busyBytesPerNode() > costs.restBytesPerNode(), machine.name());
    }
    assertFalse(Costs.NOT_MEASURED.measured());
  }
}
