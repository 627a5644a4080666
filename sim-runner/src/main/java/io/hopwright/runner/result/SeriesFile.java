package io.hopwright.runner.result;

import com.fasterxml.jackson.core.io.NumberOutput;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.hopwright.models.machine.RunResult;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** {@code series.csv}: what was measured in each interval, with units in the header. */
final class SeriesFile {
  private static final double EXACT_BELOW = 0x1p53;

  private SeriesFile() {}

  static String text(RunResult result) {
    final StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(result.columns().stream().map(SeriesFile::heading).toList());
      for (double[] row : result.rows()) {
        final List<String> fields = new ArrayList<>(row.length);
        for (double value : row) {
          fields.add(number(value));
        }
        csv.writeRecord(fields);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static String heading(RunResult.Column column) {
    return column.unit().isEmpty() ? column.name() : column.name() + " [" + column.unit() + "]";
  }

  /** Counts without a fraction, other numbers with as many digits as they need; else nothing. */
  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < EXACT_BELOW
        ? Long.toString((long) value)
        : NumberOutput.toString(value, true);
  }
}
