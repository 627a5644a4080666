package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesReadingTest {
  private static final Map<String, double[]> SERIES =
      Map.of(
          "from", new double[] {0, 10, 20, 30, 40, 50},
          "to", new double[] {10, 20, 30, 40, 50, 55},
          "a", new double[] {100, 2, 4, 6, 8, 100},
          "b", new double[] {0, 3, 5, 7, 9, 0},
          "down", new double[] {0, 9, 7, 5, 3, 0},
          "gaps", new double[] {0, 2, Double.NaN, 4, Double.NaN, 0});

  private static double read(String column, SeriesStatistic statistic, String with, double by) {
    return new SeriesReading(column, statistic, with, by, 10, 50).of(SERIES::get);
  }

  /** The values inside the interval are 2, 4, 6 and 8. */
  @ParameterizedTest
  @CsvSource({
    "MEAN, 5",
    "SMALLEST, 2",
    "LARGEST, 8",
    "AMPLITUDE, 1.2",
    "VARIATION, 0.447213595499958"
  })
  void shouldReadWholeIntervalsOnly(SeriesStatistic statistic, double expected) {
    assertEquals(expected, read("a", statistic, null, 0), 1e-12);
  }

  @Test
  void shouldCorrelateTwoColumns() {
    assertEquals(1, read("a", SeriesStatistic.CORRELATION, "b", 0), 1e-12);
    assertEquals(-1, read("a", SeriesStatistic.CORRELATION, "down", 0), 1e-12);
  }

  @Test
  void shouldCountSwings() {
    assertEquals(1, read("down", SeriesStatistic.FALLS, null, 2));
    assertEquals(0, read("down", SeriesStatistic.CRESTS, null, 2));
  }

  @Test
  void shouldLeaveOutIntervalsWithoutAValue() {
    assertEquals(3, read("gaps", SeriesStatistic.MEAN, null, 0));
    assertEquals(1, read("gaps", SeriesStatistic.CORRELATION, "a", 0), 1e-12);
  }

  @Test
  void shouldSayThatThereIsNothing() {
    assertEquals(Double.NaN, read("none", SeriesStatistic.MEAN, null, 0));
    assertEquals(Double.NaN, read("a", SeriesStatistic.CORRELATION, "none", 0));
    assertEquals(
        Double.NaN, new SeriesReading("a", SeriesStatistic.MEAN, null, 0, 60, 70).of(SERIES::get));
  }
}
