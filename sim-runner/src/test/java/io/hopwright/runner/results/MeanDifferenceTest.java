package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MeanDifferenceTest {
  /** Means 8 and 11 with squared errors 1/3 and 4/3: t is 3 over the root of 5/3. */
  @Test
  void shouldComputeTAndItsDegreesOfFreedom() {
    final MeanDifference welch = MeanDifference.of(Sample.of(7, 8, 9), Sample.of(9, 11, 13));
    assertEquals(3 / Math.sqrt(5.0 / 3), welch.t(), 1e-12);
    assertEquals((25.0 / 9) / (1.0 / 18 + 16.0 / 18), welch.degreesOfFreedom(), 1e-12);
    assertFalse(welch.exceeds(), "t of 2.32, and 3.19 needed");
    assertTrue(MeanDifference.of(Sample.of(7, 8, 9), Sample.of(19, 21, 23)).exceeds());
  }

  /** Differences between seeds do not hide those between configurations. */
  @Test
  void shouldCompareRunsOfTheSameSeedInPairs() {
    final double[] base = {929.7, 941.2, 917.4};
    final double[] queue = {890.7, 901.2, 876.8};
    final MeanDifference pairs = MeanDifference.paired(base, queue);
    // Differences of -39, -40 and -40.6: mean -39.867, standard error 0.467.
    assertEquals(-85.4, pairs.t(), 0.1);
    assertEquals(2, pairs.degreesOfFreedom());
    assertTrue(pairs.exceeds());
    assertFalse(MeanDifference.paired(new double[] {1, 5}, new double[] {2, 4}).exceeds());
    assertTrue(MeanDifference.paired(new double[] {1, 5}, new double[] {2, 6}).exceeds());
  }

  @Test
  void shouldMarkChanceAboutOnceInTwentyCases() {
    final Random random = new Random(1);
    int marked = 0;
    final int cases = 4000;
    for (int i = 0; i < cases; i++) {
      final double[] a = random.doubles(5).map(u -> random.nextGaussian()).toArray();
      final double[] b = random.doubles(8).map(u -> 3 * random.nextGaussian()).toArray();
      marked += MeanDifference.of(Sample.of(a), Sample.of(b)).exceeds() ? 1 : 0;
    }
    assertEquals(0.05, (double) marked / cases, 0.015);
  }

  @Test
  void shouldTellWhatDoesNotVary() {
    assertFalse(MeanDifference.of(Sample.of(2, 2), Sample.of(2, 2)).exceeds());
    assertTrue(MeanDifference.of(Sample.of(2, 2), Sample.of(3, 3)).exceeds());
    assertThrows(
        IllegalArgumentException.class, () -> MeanDifference.of(Sample.of(2), Sample.of(3, 3)));
  }
}
