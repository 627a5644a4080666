package io.hopwright.runner.recording;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.config.ParameterText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;

/** Tables of a result, with units in the header. */
final class CsvFile {
  private CsvFile() {}

  /** Returns {@code series.csv}: the measurements of each interval. */
  static String series(RunResult result) {
    return text(
        result.columns(),
        result.rows().stream().map(row -> Arrays.stream(row).boxed().toList()).toList());
  }

  /** Returns a table of its own. */
  static String text(RunResult.Table table) {
    return text(table.columns(), table.rows());
  }

  private static String text(List<Metric> columns, List<? extends List<?>> rows) {
    final StringWriter text = new StringWriter();
    try (CsvWriter csv = writer(text)) {
      csv.writeRecord(columns.stream().flatMap(column -> column.headings().stream()).toList());
      for (List<?> row : rows) {
        csv.writeRecord(row.stream().map(CsvFile::field).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Returns a writer of records to {@code text}. */
  static CsvWriter writer(Writer text) {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text);
  }

  /** Returns a value as a field: empty if it was not measured. */
  static String field(Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof Double number ? number(number) : value.toString();
  }

  /** Counts without a fraction, other numbers with as many digits as they need; else nothing. */
  private static String number(double value) {
    return Double.isFinite(value) ? ParameterText.shortNumber(value) : "";
  }
}
