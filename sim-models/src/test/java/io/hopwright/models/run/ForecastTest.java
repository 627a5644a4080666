package io.hopwright.models.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.testkit.Case;
import org.junit.jupiter.api.Test;

class ForecastTest {
  private static final Case ALL_TO_ALL =
      Case.of(new BlueGeneL()).set("machine.shape=6x4x4 workload.kind=all-to-all");

  @Test
  void shouldCountEveryHopOfAnAllToAll() {
    final Forecast forecast = ALL_TO_ALL.set("run.end=drained").network().forecast();
    assertEquals(96 * (6 / 2 * 3 * 16 + 2 * (2 * 2 * 24)), forecast.packetHops(), 1e-6);
  }

  @Test
  void shouldExpectIdleLinksAfterAnAllToAll() {
    assertTrue(ALL_TO_ALL.set("run.ticks=1000000").network().forecast().load() < 0.1);
  }

  @Test
  void shouldRefuseNonsense() {
    assertThrows(IllegalArgumentException.class, () -> new Forecast(1, -1, 0, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Forecast(Double.NaN, 1, 0, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Forecast(1, 1, 1.1, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Forecast(1, 1, 0, 0, 0, -1));
  }
}
