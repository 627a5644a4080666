package io.hopwright.runner.recording;

import io.hopwright.core.statistics.TickHistogram;
import java.io.ByteArrayOutputStream;
import org.HdrHistogram.HistogramLogWriter;

/** A file of {@code histograms/}: one distribution in ticks, in the log format of HdrHistogram. */
final class HistogramFile {
  private HistogramFile() {}

  static byte[] bytes(String name, TickHistogram histogram, double seconds) {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final HistogramLogWriter writer = new HistogramLogWriter(bytes);
    writer.outputComment("[" + name + " of a run of " + seconds + " simulated seconds]");
    writer.outputLogFormatVersion();
    writer.outputLegend();
    // The unit of the values is the tick, and no other one is made of it.
    writer.outputIntervalHistogram(0, seconds, histogram.histogram(), 1.0);
    writer.close();
    return bytes.toByteArray();
  }
}
