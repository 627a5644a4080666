package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CombinationTest {
  @Test
  void shouldCombineTheValuesOfSeveralRuns() {
    assertEquals(5, Combination.ONLY.of(5));
    assertEquals(-2, Combination.DIFFERENCE.of(3, 5));
    assertEquals(0.75, Combination.RATIO.of(3, 4));
    assertEquals(4, Combination.MEAN.of(3, 5, 4));
    assertEquals(0.5, Combination.SPREAD.of(3, 5, 4), 1e-15);
    assertEquals(0, Combination.SPREAD.of(0, 0), "no range is no spread, whatever the mean");
    assertEquals(2, Combination.SMALLEST_STEP.of(1, 4, 6, 9));
    assertEquals(-1, Combination.SMALLEST_STEP.of(1, 4, 3, 9));
  }

  @Test
  void shouldKnowHowManyRunsItTakes() {
    for (Combination combination : Combination.values()) {
      assertEquals(combination == Combination.ONLY, combination.takes(1), combination.word());
      assertEquals(
          combination != Combination.ONLY && combination != Combination.STEPS,
          combination.takes(2),
          combination.word());
      assertEquals(
          List.of(
                  Combination.STEPS,
                  Combination.MEAN,
                  Combination.SPREAD,
                  Combination.SMALLEST_STEP,
                  Combination.SAME)
              .contains(combination),
          combination.takes(4),
          combination.word());
      assertFalse(combination.takes(0), combination.word());
    }
    assertTrue(Combination.SPREAD.takes(3) && Combination.SMALLEST_STEP.takes(3));
    assertTrue(Combination.MEAN.takes(3));
    assertFalse(Combination.DIFFERENCE.takes(3) || Combination.RATIO.takes(3));
  }

  @Test
  void shouldCombineTheMeansOverSeeds() {
    assertEquals(-0.25, Combination.CHANGE.of(new double[][] {{2, 4}, {5, 3}}));
    assertEquals(
        0.5, Combination.STEPS.of(new double[][] {{10, 12}, {12, 14}, {10, 12}, {14, 16}}));
    // 3 ± 1 is compared with 1 ± 1.
    assertEquals(Math.sqrt(2), Combination.SIGMAS.of(new double[][] {{2, 4}, {0, 2}}), 1e-12);
    assertEquals(Double.NaN, Combination.SIGMAS.of(new double[][] {{2}, {1}}));
  }
}
