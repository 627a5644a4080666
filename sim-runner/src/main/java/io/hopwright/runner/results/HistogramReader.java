package io.hopwright.runner.results;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramLogReader;

/** Reader of a file of {@code histograms/}: one distribution in ticks. */
final class HistogramReader {
  private HistogramReader() {}

  /**
   * Reads a file.
   *
   * @throws io.hopwright.runner.support.InputException if it is missing or damaged
   */
  static AbstractHistogram read(Path file) {
    try (HistogramLogReader log =
        new HistogramLogReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      if (log.nextIntervalHistogram() instanceof AbstractHistogram histogram) {
        return histogram;
      }
      throw Damage.in(file, "has no histogram, or is truncated");
    } catch (IOException e) {
      throw Damage.unread(file, e);
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | BufferUnderflowException
        | NegativeArraySizeException
        | NoSuchElementException
        | UnsupportedOperationException e) {
      throw Damage.in(file, "is damaged or truncated: not a histogram log");
    }
  }
}
