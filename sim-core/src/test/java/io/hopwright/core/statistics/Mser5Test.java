package io.hopwright.core.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Mser5Test {
  private static double[] series(int length, IntToDoubleFunction value) {
    return IntStream.range(0, length).mapToDouble(value).toArray();
  }

  /** Autoregressive noise of first order around {@code mean}. */
  private static double[] noise(
      long seed, int length, double phi, IntToDoubleFunction mean, double deviation) {
    final Random random = new Random(seed);
    double state = 0;
    final double[] series = new double[length];
    for (int i = 0; i < length; i++) {
      state = phi * state + deviation * random.nextGaussian();
      series[i] = mean.applyAsDouble(i) + state;
    }
    return series;
  }

  /** Returns MSER(d) as the papers write it. */
  private static double mser(double[] batches, int d) {
    final double[] rest = Arrays.copyOfRange(batches, d, batches.length);
    final double mean = Arrays.stream(rest).average().orElseThrow();
    return Arrays.stream(rest).map(value -> (value - mean) * (value - mean)).sum()
        / rest.length
        / rest.length;
  }

  @Test
  void shouldKeepAConstantSeriesWhole() {
    assertEquals(new Mser5(0, 7.3, 0, true), Mser5.of(series(100, i -> 7.3)));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, true", "5, 5, true", "23, 25, true", "50, 50, true", "51, 55, false"})
  void shouldCutWhereALevelEnds(int change, int truncated, boolean reached) {
    final Mser5 cut = Mser5.of(series(100, i -> i < change ? 1 : 4));
    assertEquals(new Mser5(truncated, 4, 0, reached), cut);
  }

  @Test
  void shouldCutWhereARampEnds() {
    final Mser5 cut = Mser5.of(series(200, i -> Math.min(i, 40)));
    assertTrue(cut.truncated() >= 35 && cut.truncated() <= 45, cut::toString);
  }

  @Test
  void shouldNotFindASteadyStateInWhatGrows() {
    for (long seed = 0; seed < 100; seed++) {
      final Mser5 straight = Mser5.of(noise(seed, 400, 0.5, i -> 0.1 * i, 1));
      assertFalse(straight.reached(), "seed " + seed + ": " + straight);
      final Mser5 slower = Mser5.of(noise(seed, 400, 0.5, i -> 3 * Math.sqrt(i), 1));
      assertFalse(slower.reached(), "seed " + seed + ": " + slower);
    }
    assertFalse(Mser5.of(series(100, i -> 1e-6 * i)).reached());
  }

  /**
   * The series approaches its level like a queue that fills. The truncated mean has a hundredth of
   * the bias.
   */
  @Test
  void shouldFindTheLevelThatNoiseApproaches() {
    final int seeds = 100;
    double whole = 0;
    double cut = 0;
    int reached = 0;
    for (long seed = 0; seed < seeds; seed++) {
      final double[] series = noise(seed, 500, 0.7, i -> 50 - 40 * Math.exp(-i / 20.0), 0.5);
      final Mser5 found = Mser5.of(series);
      whole += Arrays.stream(series).average().orElseThrow() / seeds;
      cut += found.mean() / seeds;
      reached += found.reached() ? 1 : 0;
      assertTrue(found.truncated() >= 40, "seed " + seed + ": " + found);
    }
    assertTrue(whole < 48.5, "mean of the whole series " + whole);
    assertEquals(50, cut, 0.03);
    assertTrue(reached >= 95, reached + " of " + seeds);
  }

  @Test
  void shouldMostlyKeepStationaryNoise() {
    int kept = 0;
    for (long seed = 0; seed < 200; seed++) {
      kept += Mser5.of(noise(seed, 500, 0.5, i -> 10, 1)).reached() ? 1 : 0;
    }
    assertTrue(kept >= 180, kept + " of 200");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldAgreeWithTheFormula(long firstSeed) {
    for (long seed = firstSeed * 1000; seed < firstSeed * 1000 + 100; seed++) {
      final Random random = new Random(seed);
      final int length = Mser5.MIN_VALUES + random.nextInt(200);
      final double[] series = series(length, i -> random.nextInt(4) * random.nextDouble());
      final double[] batches =
          series(length / 5, i -> Arrays.stream(series, 5 * i, 5 * i + 5).average().orElseThrow());
      int best = 0;
      for (int d = 0; d <= batches.length - 5; d++) {
        best = mser(batches, d) < mser(batches, best) ? d : best;
      }
      final Mser5 cut = Mser5.of(series);
      assertEquals(5L * best, cut.truncated(), "seed " + seed);
      assertEquals(mser(batches, best), cut.mser(), 1e-12, "seed " + seed);
      assertEquals(
          Arrays.stream(batches, best, batches.length).average().orElseThrow(), cut.mean(), 1e-12);
      assertEquals(best <= batches.length / 2.0, cut.reached(), "seed " + seed);
    }
  }

  @Test
  void shouldRefuseWhatIsTooShortOrNoNumber() {
    assertThrows(IllegalArgumentException.class, () -> Mser5.of(series(49, i -> i)));
    final double[] hole = series(60, i -> i == 30 ? Double.NaN : i);
    assertThrows(IllegalArgumentException.class, () -> Mser5.of(hole));
    assertEquals(Mser5.of(series(50, i -> i % 7)), Mser5.of(series(54, i -> i < 50 ? i % 7 : 1e9)));
  }
}
