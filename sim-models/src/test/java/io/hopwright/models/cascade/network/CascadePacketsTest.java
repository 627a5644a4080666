package io.hopwright.models.cascade.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.CascadeWorkload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CascadePacketsTest {
  private static final List<Integer> ELECTRICAL = CascadeRates.PUBLISHED.linkTicks(false);
  private static final List<Integer> OPTICAL = CascadeRates.PUBLISHED.linkTicks(true);

  private static int up(double value) {
    return new BigDecimal(value)
        .setScale(9, RoundingMode.HALF_EVEN)
        .setScale(0, RoundingMode.CEILING)
        .intValue();
  }

  @Test
  void shouldRoundUpToWholeFlitsBytesAndTicks() {
    for (int data = 1; data <= CascadePackets.MAX_DATA; data++) {
      final int flits = CascadePackets.requestFlits(data);
      assertEquals(up((20 + data) / 3.0), flits, data + " B");
      assertEquals(
          102 + up(25 * data / 9.0), CascadeRates.PUBLISHED.requestHostTicks(data), data + " B");
      assertEquals(up(3 * flits * 64 / 60.0), CascadePackets.wireBytes(flits));
    }
    for (int flits = 0; flits < ELECTRICAL.size(); flits++) {
      final int bytes = CascadePackets.wireBytes(flits);
      assertEquals(up(25 * bytes / 3.0), ELECTRICAL.get(flits));
      assertEquals(up(28 * bytes / 3.0), OPTICAL.get(flits));
      assertEquals(20 * flits, CascadeRates.PUBLISHED.tileTicks().get(flits));
    }
  }

  @ParameterizedTest(name = "{0} flits")
  @CsvSource({"28, 90, 750, 840", "3, 10, 84, 94", "7, 23, 192, 215"})
  void shouldTakeTheNumbersOfThePage(int flits, int bytes, int electrical, int optical) {
    assertEquals(bytes, CascadePackets.wireBytes(flits));
    assertEquals(electrical, ELECTRICAL.get(flits));
    assertEquals(optical, OPTICAL.get(flits));
  }

  @Test
  void shouldTakeTheTimesOfRequestAndResponseOfThePage() {
    assertEquals(28, CascadePackets.requestFlits(64));
    assertEquals(7, CascadePackets.requestFlits(1));
    assertEquals(280, CascadeRates.PUBLISHED.requestHostTicks(64));
    assertEquals(105, CascadeRates.PUBLISHED.requestHostTicks(1));
    assertEquals(560, CascadeRates.PUBLISHED.tileTicks().get(28));
    // 64 B of data take 100 B on the wire, which is the published efficiency.
    assertEquals(
        100,
        CascadePackets.wireBytes(28) + CascadePackets.wireBytes(CascadePackets.RESPONSE_FLITS));
    // At a load of 1 the host accepts 7.5 GB/s in each direction.
    final int hostTicks =
        CascadeRates.PUBLISHED.requestHostTicks(64) + CascadePackets.RESPONSE_HOST_TICKS;
    assertEquals(CascadeWorkload.UNIT_LOAD, 64.0 / hostTicks, 0.001);
  }

  @Test
  void shouldHaveATimeForEveryPacket() {
    final int most = CascadePackets.requestFlits(CascadePackets.MAX_DATA);
    assertTrue(ELECTRICAL.size() > most && OPTICAL.size() > most);
    assertTrue(CascadeRates.PUBLISHED.tileTicks().size() > most);
  }
}
