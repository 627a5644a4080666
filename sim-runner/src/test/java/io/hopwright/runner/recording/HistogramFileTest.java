package io.hopwright.runner.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.TickHistogram;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramFileTest {
  /** The bytes are written out here: every JDK produces the same. */
  @Test
  void shouldNotDependOnTheJdk() {
    final TickHistogram histogram = new TickHistogram();
    histogram.record(7);
    histogram.record(7);
    assertEquals(
        """
        #[responseTicks of a run of 0.000002000000000 simulated seconds]
        #[Histogram log format version 1.3]
        "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
        0.000,0.000,7.000,HISTFAAAADV4AQEqANX/HISTEwAAAAIAAAAAAAAAAwAAAAAAAAABAAAAAAAAAAc/8AAAAAAAAA0EP74ClA==
        """,
        new String(HistogramFile.bytes("responseTicks", histogram, 2e-6), StandardCharsets.UTF_8));
  }

  /** The values are so far apart that the stream needs several blocks. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 200_000})
  void shouldBeReadAsItWasWritten(int values) {
    final Random random = new Random(values);
    final TickHistogram histogram = new TickHistogram();
    for (int value = 0; value < values; value++) {
      final long tick = (long) Math.scalb(random.nextDouble(), random.nextInt(60));
      for (int times = random.nextInt(100); times >= 0; times--) {
        histogram.record(tick);
      }
    }
    final byte[] bytes = HistogramFile.bytes("x", histogram, 0.1);
    try (HistogramLogReader log = new HistogramLogReader(new ByteArrayInputStream(bytes))) {
      final Histogram read = (Histogram) log.nextIntervalHistogram();
      assertEquals(histogram.histogram(), read);
      assertEquals(100, read.getEndTimeStamp());
    }
    assertTrue(values < 200_000 || bytes.length > 87_500, bytes.length + " bytes, one block");
  }
}
