package io.hopwright.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeometricGapsTest {
  private static final double BITS = 0x1p32;

  /** Largest error of the logarithm, in bits: linear interpolation on 1,024 intervals. */
  private static final double LOG_ERROR = 0x1p-22;

  private static double exactNegativeLog2(long draw) {
    final double unsigned = (double) (draw >>> 1) * 2 + (draw & 1);
    return 64 - StrictMath.log(unsigned) / StrictMath.log(2);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldTakeTheLogarithmOfAnyDraw(long seed) {
    final Random random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      final long draw = random.nextLong() >>> random.nextInt(63) | 1;
      assertLogarithm(draw);
    }
  }

  @Test
  void shouldTakeTheLogarithmBetweenAndAtTheEndsOfItsIntervals() {
    for (int interval = 0; interval < 1024; interval++) {
      final long mantissa = 1L << 63 | (long) interval << 53;
      for (long offset : new long[] {1, (1L << 52) - 1, 1L << 52 | 1, (1L << 53) - 1}) {
        assertLogarithm(mantissa + offset);
        assertLogarithm((mantissa + offset) >>> 9 | 1);
      }
    }
    assertEquals(64L << 32, GeometricGaps.negativeLog2(1));
    assertEquals(64L << 32, GeometricGaps.negativeLog2(0), "0 stands for the smallest draw");
    assertTrue(GeometricGaps.negativeLog2(-1) >= 0, "the largest draw is below 1");
  }

  private static void assertLogarithm(long draw) {
    final double got = GeometricGaps.negativeLog2(draw) / BITS;
    assertEquals(exactNegativeLog2(draw), got, LOG_ERROR, () -> "draw " + draw);
  }

  @ParameterizedTest(name = "p = {0}")
  @ValueSource(doubles = {0x1p-40, 1e-9, 1e-4, 0.013, 0.3, 0.5, 0.97, 1})
  void shouldFollowTheDocumentedFormula(double probability) {
    final GeometricGaps gaps = new GeometricGaps(probability);
    final BigInteger scale =
        BigInteger.valueOf(
            Math.round((1L << 20) / (-StrictMath.log1p(-probability) / StrictMath.log(2))));
    final Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      final long draw = i < 2 ? i - 1 : random.nextLong() >>> random.nextInt(64);
      final BigInteger bits = BigInteger.valueOf(GeometricGaps.negativeLog2(draw));
      final long expected = 1 + bits.multiply(scale).shiftRight(52).longValueExact();
      assertEquals(expected, gaps.gap(draw), () -> "draw " + draw);
    }
  }

  @ParameterizedTest(name = "p = {0}")
  @ValueSource(doubles = {1e-6, 1e-4, 0.0021, 0.05, 0.25, 0.5, 0.8})
  void shouldHaveTheMeanOfAGeometricDistribution(double probability) {
    final GeometricGaps gaps = new GeometricGaps(probability);
    final SplittableRandom random = new SplittableRandom(1234);
    final int count = 300_000;
    double sum = 0;
    for (int i = 0; i < count; i++) {
      final long gap = gaps.gap(random.nextLong());
      assertTrue(gap >= 1);
      sum += gap;
    }
    final double mean = 1 / probability;
    final double deviation = Math.sqrt(1 - probability) / probability / Math.sqrt(count);
    assertEquals(mean, sum / count, 4 * deviation);
  }

  @ParameterizedTest(name = "p = {0}")
  @ValueSource(doubles = {1e-4, 0.01, 0.3, 0.5})
  void shouldHaveTheTailOfAGeometricDistribution(double probability) {
    final GeometricGaps gaps = new GeometricGaps(probability);
    final SplittableRandom random = new SplittableRandom(99);
    final int count = 300_000;
    final double[] quantiles = {0.5, 1, 2, 4, 7};
    final int[] above = new int[quantiles.length];
    for (int i = 0; i < count; i++) {
      final long gap = gaps.gap(random.nextLong());
      for (int q = 0; q < quantiles.length; q++) {
        above[q] += gap > ticks(quantiles[q], probability) ? 1 : 0;
      }
    }
    for (int q = 0; q < quantiles.length; q++) {
      final double share = Math.pow(1 - probability, ticks(quantiles[q], probability));
      final double deviation = Math.sqrt(share * (1 - share) / count);
      assertEquals(share, (double) above[q] / count, 4.5 * deviation, "quantile " + quantiles[q]);
    }
  }

  private static double ticks(double means, double probability) {
    return Math.ceil(means / probability);
  }

  @Test
  void shouldGiveTheTickAfterEachOtherAtProbabilityOne() {
    final GeometricGaps gaps = new GeometricGaps(1);
    for (long draw : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertEquals(1, gaps.gap(draw));
    }
  }

  @Test
  void shouldNotOverflowAtTheSmallestProbability() {
    final GeometricGaps gaps = new GeometricGaps(GeometricGaps.MIN_PROBABILITY);
    final double longest = 64 * Math.log(2) * 0x1p40;
    assertEquals(longest, (double) gaps.gap(0), longest * 1e-9);
    assertEquals(1, (double) gaps.gap(-1), 1e3, "the largest draw gives the shortest gap");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.5, 0x1p-41, 1.0000001, Double.NaN})
  void shouldRefuseProbabilitiesOutOfRange(double probability) {
    assertThrows(IllegalArgumentException.class, () -> new GeometricGaps(probability));
  }
}
