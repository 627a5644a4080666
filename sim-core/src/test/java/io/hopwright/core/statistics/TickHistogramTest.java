package io.hopwright.core.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TickHistogramTest {
  private static final double[] PERCENTS = {0.1, 1, 25, 50, 75, 90, 99, 99.9, 100};

  private static TickHistogram of(long[] values, int from, int to) {
    final TickHistogram histogram = new TickHistogram();
    for (int i = from; i < to; i++) {
      histogram.record(values[i]);
    }
    return histogram;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldSummarizeWhatWasRecordedInAnyPartitions(long seed) {
    final Random random = new Random(seed);
    final long[] values = new long[2 + random.nextInt(5_000)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextLong() >>> (28 + random.nextInt(36));
    }
    final int cut = random.nextInt(values.length);
    final TickHistogram whole = of(values, 0, values.length);
    final TickHistogram parts = of(values, 0, cut);
    parts.add(of(values, cut, values.length));
    Arrays.sort(values);
    for (TickHistogram histogram : new TickHistogram[] {whole, parts, loaded(whole)}) {
      assertEquals(values.length, histogram.count());
      assertEquals((double) LongStream.of(values).sum() / values.length, histogram.mean());
      assertEquals(values[values.length - 1], histogram.max());
      for (double percent : PERCENTS) {
        final int rank = Math.max(1, (int) Math.ceil(percent * values.length / 100 - 1e-9));
        assertPercentile(histogram.percentile(percent), values[rank - 1], percent, seed);
      }
    }
  }

  private static Words saved(TickHistogram histogram) {
    final Words words = new Words();
    histogram.save(words);
    return words;
  }

  private static TickHistogram loaded(TickHistogram histogram) {
    final Words words = saved(histogram);
    final TickHistogram loaded = TickHistogram.load(words);
    words.checkEnd();
    return loaded;
  }

  /** The histogram keeps three digits: the answer may exceed the exact value by 0.1 %. */
  private static void assertPercentile(long got, long exact, double percent, long seed) {
    assertTrue(
        got >= exact && got <= exact + exact / 1000,
        () -> "seed " + seed + ", percentile " + percent + ": " + got + " for " + exact);
  }

  @Test
  void shouldGiveSmallDurationsExactly() {
    final TickHistogram histogram = new TickHistogram();
    for (int ticks = 0; ticks < 1_000; ticks++) {
      histogram.record(ticks);
    }
    assertEquals(499, histogram.percentile(50));
    assertEquals(989, histogram.percentile(99));
    assertEquals(999, histogram.percentile(100));
  }

  @Test
  void shouldNeverExceedTheMaximum() {
    final TickHistogram histogram = new TickHistogram();
    histogram.record(1_000_001);
    assertEquals(1_000_001, histogram.percentile(50));
    assertEquals(1_000_001, histogram.max());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 2_047, 2_048, 100_000, 1L << 35})
  void shouldExportTheSameBytesHoweverItGrew(long max) {
    final TickHistogram rising = of(new long[] {0, max / 7, max / 2, max}, 0, 4);
    final TickHistogram parts = of(new long[] {max / 2, max / 7, 0}, 0, 3);
    parts.add(of(new long[] {max}, 0, 1));
    assertArrayEquals(encoded(rising), encoded(parts));
    assertArrayEquals(encoded(rising), encoded(loaded(rising)));
    final TickHistogram both = of(new long[] {max}, 0, 1);
    both.add(loaded(of(new long[] {max / 2, max / 7, 0}, 0, 3)));
    assertArrayEquals(encoded(rising), encoded(both));
  }

  private static byte[] encoded(TickHistogram histogram) {
    final Histogram export = histogram.histogram();
    final ByteBuffer bytes = ByteBuffer.allocate(export.getNeededByteBufferCapacity());
    return Arrays.copyOf(bytes.array(), export.encodeIntoByteBuffer(bytes));
  }

  @Test
  void shouldSaveSumMaximumCountAndEachDuration() {
    final TickHistogram histogram = of(new long[] {3, 100_001, 3}, 0, 3);
    assertArrayEquals(
        new long[] {100_007, 100_001, 3, 3, 2, 99_968, 1}, saved(histogram).toArray());
  }

  @Test
  void shouldRefuseWhatIsNoDistribution() {
    for (Words words :
        new Words[] {
          Words.of(),
          Words.of(7, 7),
          Words.of(7, 7, 1),
          Words.of(7, 7, 1, 7),
          Words.of(7, 7, 1, 8, 1),
          Words.of(7, 7, 1, -1, 1),
          Words.of(7, 7, 1, 7, 2),
          Words.of(7, 7, 1, 7, 0),
          Words.of(7, 7, 1, 7, -1),
          Words.of(7, 7, -1, 7, 1),
          Words.of(7, 7, 2, 7, 1)
        }) {
      assertThrows(IllegalArgumentException.class, () -> TickHistogram.load(words));
    }
    assertEquals(1, TickHistogram.load(Words.of(7, 7, 1, 7, 1)).count());
  }

  @Test
  void shouldBeEmptyAtFirst() {
    assertEmptyAtFirst(new TickHistogram());
    assertEmptyAtFirst(loaded(new TickHistogram()));
  }

  private static void assertEmptyAtFirst(TickHistogram histogram) {
    assertEquals(0, histogram.count());
    assertEquals(0, histogram.max());
    assertEquals(0, histogram.percentile(99));
    assertTrue(Double.isNaN(histogram.mean()));
    final TickHistogram other = new TickHistogram();
    other.record(5);
    histogram.add(other);
    assertEquals(5, histogram.mean());
    assertEquals(1, histogram.histogram().getTotalCount());
  }
}
