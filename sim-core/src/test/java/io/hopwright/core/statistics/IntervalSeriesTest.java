package io.hopwright.core.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalSeriesTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldAddUpOverPartitions(long seed) {
    final Random random = new Random(seed);
    final int columns = 1 + random.nextInt(5);
    final int rows = 1 + random.nextInt(20);
    final long[][] expected = new long[rows][columns];
    final IntervalSeries sum = new IntervalSeries(columns);
    for (int partition = 0; partition < 4; partition++) {
      final IntervalSeries series = new IntervalSeries(columns);
      final long[] totals = new long[columns];
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
          final int more = random.nextInt(3) == 0 ? 0 : random.nextInt(1000);
          totals[column] += more;
          expected[row][column] += more;
        }
        series.close(totals);
      }
      sum.add(series);
    }
    assertEquals(rows, sum.rows());
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        assertEquals(expected[row][column], sum.get(row, column), "seed " + seed + ", row " + row);
      }
    }
  }

  @Test
  void shouldKeepEmptyIntervals() {
    final IntervalSeries series = new IntervalSeries(1);
    series.close(new long[] {5});
    series.close(new long[] {5});
    series.close(new long[] {6});
    assertEquals(3, series.rows());
    assertEquals(0, series.get(1, 0));
    assertEquals(1, series.get(2, 0));
  }

  @Test
  void shouldGoOnAfterTheLastIntervalWasOpenedAgain() {
    final IntervalSeries series = new IntervalSeries(1);
    series.close(new long[] {5});
    series.close(new long[] {7});
    series.reopen();
    assertEquals(1, series.rows());
    series.close(new long[] {9});
    assertEquals(4, series.get(1, 0));
  }

  @Test
  void shouldNotBeChangedThroughWhatItWasFedWith() {
    final long[] totals = {1};
    final IntervalSeries series = new IntervalSeries(1);
    series.close(totals);
    totals[0] = 10;
    series.close(totals);
    final IntervalSeries sum = new IntervalSeries(1);
    sum.add(series);
    sum.add(series);
    assertEquals(1, series.get(0, 0));
    assertEquals(9, series.get(1, 0));
    assertEquals(18, sum.get(1, 0));
  }

  @Test
  void shouldBeReadAsItWasSaved() {
    final IntervalSeries series = new IntervalSeries(2);
    series.close(new long[] {5, -1});
    series.close(new long[] {5, 3});
    final Words words = new Words();
    series.save(words);
    new IntervalSeries(2).save(words);
    final IntervalSeries loaded = IntervalSeries.load(2, words);
    assertEquals(0, IntervalSeries.load(2, words).rows());
    words.checkEnd();
    assertEquals(2, loaded.rows());
    assertEquals(5, loaded.get(0, 0));
    assertEquals(-1, loaded.get(0, 1));
    assertEquals(0, loaded.get(1, 0));
    assertEquals(4, loaded.get(1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> IntervalSeries.load(3, Words.of(words.toArray())));
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    final IntervalSeries two = new IntervalSeries(2);
    assertThrows(IllegalArgumentException.class, () -> two.close(new long[3]));
    two.close(new long[2]);
    final IntervalSeries longer = new IntervalSeries(2);
    longer.close(new long[2]);
    longer.close(new long[2]);
    assertThrows(IllegalArgumentException.class, () -> two.add(longer));
  }
}
