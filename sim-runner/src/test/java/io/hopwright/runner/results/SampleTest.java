package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleTest {
  @Test
  void shouldKnowMeanAndStandardError() {
    final Sample sample = Sample.of(2, 4, 4, 4, 5, 5, 7, 9);
    assertEquals(8, sample.count());
    assertEquals(5, sample.mean());
    // The squares add up to 32.
    assertEquals(Math.sqrt(32.0 / 7 / 8), sample.standardError(), 1e-15);
  }

  /** The values are from tables of Student's t, two-sided. */
  @ParameterizedTest
  @CsvSource({"1, 12.706", "2, 4.303", "4, 2.776", "9, 2.262", "30, 2.042", "120, 1.980"})
  void shouldKnowStudentsT(int degreesOfFreedom, double expected) {
    assertEquals(expected, Sample.quantile(degreesOfFreedom), 5e-4);
  }

  @Test
  void shouldTellHalfTheWidthOfTheInterval() {
    final Sample sample = Sample.of(1, 2, 3);
    // With two degrees of freedom the quantile has a closed form.
    final double t = 0.95 / Math.sqrt(2 * 0.975 * 0.025);
    assertEquals(t / Math.sqrt(3), sample.halfWidth(), 1e-12);
    assertEquals(0, Sample.of(7, 7).halfWidth());
  }

  @Test
  void shouldTendToTheNormalDistribution() {
    final double[] many = DoubleStream.iterate(0, value -> 1 - value).limit(1000).toArray();
    assertEquals(1.962 * Math.sqrt(0.25 / 999), Sample.of(many).halfWidth(), 1e-4);
  }

  @Test
  void shouldNotTellAWidthOfOneMeasurement() {
    final Sample sample = Sample.of(0.1);
    assertEquals(0.1, sample.mean());
    assertTrue(Double.isNaN(sample.halfWidth()));
    assertTrue(Double.isNaN(sample.standardError()));
  }

  @Test
  void shouldLeaveOutWhatWasNotMeasured() {
    assertEquals(2, Sample.ofMeasured(1, Double.NaN, 3).mean());
    assertTrue(Double.isNaN(Sample.of(1, Double.NaN, 3).mean()));
    assertEquals(0, Sample.ofMeasured(Double.NaN).count());
    assertTrue(Double.isNaN(Sample.of().mean()));
  }
}
