package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleTest {
  @Test
  void shouldKnowMeanAndStandardError() {
    final Sample sample = new Sample(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0));
    assertEquals(8, sample.count());
    assertEquals(5, sample.mean());
    // Squares add up to 32.
    assertEquals(Math.sqrt(32.0 / 7 / 8), sample.standardError(), 1e-15);
  }

  /** Tables of Student's t, two-sided. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.95, 12.706",
    "2, 0.95, 4.303",
    "4, 0.95, 2.776",
    "9, 0.95, 2.262",
    "30, 0.95, 2.042",
    "120, 0.95, 1.980",
    "9, 0.99, 3.250",
    "4, 0.90, 2.132"
  })
  void shouldKnowStudentsT(int degreesOfFreedom, double confidence, double expected) {
    assertEquals(expected, Sample.quantile(confidence, degreesOfFreedom), 5e-4);
  }

  @Test
  void shouldTellHalfTheWidthOfTheInterval() {
    final Sample sample = new Sample(List.of(1.0, 2.0, 3.0));
    // With two degrees of freedom the quantile has a closed form.
    final double t = 0.95 / Math.sqrt(2 * 0.975 * 0.025);
    assertEquals(t / Math.sqrt(3), sample.halfWidth(0.95), 1e-12);
    assertEquals(0, new Sample(List.of(7.0, 7.0)).halfWidth(0.95));
  }

  @Test
  void shouldNotTellAWidthOfOneMeasurement() {
    final Sample sample = new Sample(List.of(0.1));
    assertEquals(0.1, sample.mean());
    assertTrue(Double.isNaN(sample.halfWidth(0.95)));
    assertTrue(Double.isNaN(sample.standardError()));
    assertThrows(IllegalArgumentException.class, () -> new Sample(List.of()));
  }
}
