package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WelchTest {
  /** Two-sided 95 % points of published tables of Student's t. */
  @ParameterizedTest
  @CsvSource({"2, 12.706", "3, 4.303", "5, 2.776", "11, 2.228", "31, 2.042"})
  void shouldHaveTheWidthsOfTables(int count, double t) {
    final double[] values = new double[count];
    values[0] = 1;
    final double mean = 1.0 / count;
    final double deviation =
        Math.sqrt(((1 - mean) * (1 - mean) + (count - 1) * mean * mean) / (count - 1));
    final Welch.Sample sample = Welch.Sample.of(values);
    assertEquals(mean, sample.mean(), 1e-12);
    assertEquals(t * deviation / Math.sqrt(count), sample.halfWidth(), 1e-3 * sample.halfWidth());
  }

  /** Means 8 and 11 with squared errors 1/3 and 4/3: t is 3 over the root of 5/3. */
  @Test
  void shouldComputeTAndItsDegreesOfFreedom() {
    final Welch welch = Welch.of(new double[] {7, 8, 9}, new double[] {9, 11, 13});
    assertEquals(3 / Math.sqrt(5.0 / 3), welch.t(), 1e-12);
    assertEquals((25.0 / 9) / (1.0 / 18 + 16.0 / 18), welch.degreesOfFreedom(), 1e-12);
    assertFalse(welch.exceeds(), "t of 2.32, and 3.19 needed");
    assertTrue(Welch.of(new double[] {7, 8, 9}, new double[] {19, 21, 23}).exceeds());
  }

  @Test
  void shouldMarkChanceAboutOnceInTwentyCases() {
    final Random random = new Random(1);
    int marked = 0;
    final int cases = 4000;
    for (int i = 0; i < cases; i++) {
      final double[] a = random.doubles(5).map(u -> random.nextGaussian()).toArray();
      final double[] b = random.doubles(8).map(u -> 3 * random.nextGaussian()).toArray();
      marked += Welch.of(a, b).exceeds() ? 1 : 0;
    }
    assertEquals(0.05, (double) marked / cases, 0.015);
  }

  @Test
  void shouldTellWhatDoesNotVary() {
    assertFalse(Welch.of(new double[] {2, 2}, new double[] {2, 2}).exceeds());
    assertTrue(Welch.of(new double[] {2, 2}, new double[] {3, 3}).exceeds());
    assertThrows(
        IllegalArgumentException.class, () -> Welch.of(new double[] {2}, new double[] {3, 3}));
  }
}
