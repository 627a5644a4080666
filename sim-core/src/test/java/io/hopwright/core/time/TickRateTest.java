package io.hopwright.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TickRateTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldRoundOnce(long seed) {
    final Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      final long count = random.nextLong() >>> (1 + random.nextInt(50));
      final TickRate rate =
          new TickRate(1 + random.nextLong(1L << 40), 1 + random.nextLong(1L << 20));
      final double exact =
          new BigDecimal(count)
              .multiply(new BigDecimal(rate.seconds()))
              .divide(new BigDecimal(rate.ticks()), new MathContext(60))
              .doubleValue();
      assertEquals(exact, rate.toSeconds(count), () -> "seed " + seed + ", " + count + " " + rate);
    }
  }

  @Test
  void shouldConvertTheByteTimesOfBlueGene() {
    final TickRate rate = new TickRate(175_000_000, 1);
    assertEquals(0, rate.toSeconds(0));
    assertEquals(1, rate.toSeconds(175_000_000));
    assertEquals(1.0 / 175e6, rate.toSeconds(1));
    assertEquals(-2, rate.toSeconds(-350_000_000));
  }

  @Test
  void shouldNotDriftWhereATickIsNoWholeNumberOfAnything() {
    final TickRate rate = new TickRate(43_750_000_000L, 1);
    assertEquals(100e-9, rate.toSeconds(4_375));
    assertEquals(1e6, rate.toSeconds(43_750_000_000_000_000L));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "-1, 1", "1, -1"})
  void shouldRefuseRatesThatAreNotPositive(long ticks, long seconds) {
    assertThrows(IllegalArgumentException.class, () -> new TickRate(ticks, seconds));
  }

  @Test
  void shouldTellTicksOfANanosecond() {
    assertEquals(43.75, new TickRate(43_750_000_000L, 1).ticksPerNanosecond());
    assertEquals(0.175, new TickRate(175_000_000, 1).ticksPerNanosecond());
    assertEquals(0.5, new TickRate(1_000_000_000, 2).ticksPerNanosecond());
  }
}
