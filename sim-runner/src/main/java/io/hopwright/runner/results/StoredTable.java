package io.hopwright.runner.results;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Table of a stored result, read row by row, because a packet log or a series can be larger than
 * memory.
 *
 * @param file its file
 * @param columns name and unit of each column
 */
public record StoredTable(Path file, List<Column> columns) {
  /**
   * Column as described by its heading.
   *
   * @param name name of the quantity
   * @param unit its unit, empty for a pure number
   */
  public record Column(String name, String unit) {
    /** Returns the heading: {@code busy [ticks]}. */
    public String heading() {
      return unit.isEmpty() ? name : name + " [" + unit + "]";
    }
  }

  /** Row of text fields, and the line of the file at which it begins. */
  public final class Row {
    private final CsvRecord record;

    private Row(CsvRecord record) {
      this.record = record;
    }

    /** Returns the row's fields in the order of the columns. */
    public List<String> fields() {
      return record.getFields();
    }

    /** Returns the field of a column, which must exist. */
    public String text(String column) {
      return record.getField(required(column));
    }

    /** Returns the number of a column, which must exist; NaN if it was not measured. */
    public double number(String column) {
      return number(required(column));
    }

    /**
     * Returns the ticks of a column, which must exist; they are at most 2^53, as larger numbers are
     * not exact.
     */
    public long ticks(String column) {
      return whole(column, 1L << 53);
    }

    /** Returns the integer from 0 to {@code most} of a column, which must exist. */
    public long whole(String column, long most) {
      final double number = number(column);
      if (!(number >= 0 && number <= most && number == Math.rint(number))) {
        throw wrong(required(column), "not an integer from 0 to " + most);
      }
      return (long) number;
    }

    private double number(int column) {
      final String field = record.getField(column);
      if (field.isEmpty()) {
        return Double.NaN;
      }
      try {
        final double number = Double.parseDouble(field);
        if (Double.isFinite(number)) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw wrong(column, "not a number");
    }

    private InputException wrong(int column, String what) {
      return Damage.in(
          file,
          "line %s, column %s: '%s' is %s"
              .formatted(
                  record.getStartingLineNumber(),
                  columns.get(column).name(),
                  record.getField(column),
                  what));
    }

    /** Returns the exception for a row with impossible content. */
    public InputException damaged(String what) {
      return Damage.in(file, "line " + record.getStartingLineNumber() + " " + what);
    }
  }

  /** Receiver of the rows of two tables side by side. */
  @FunctionalInterface
  public interface Pairs {
    /** Takes the fields of a row of both, and its number from 1 on without the headings. */
    void take(List<String> first, List<String> second, long row);
  }

  /** Rows one after another, each with as many fields as there are columns. */
  private final class Lines implements AutoCloseable {
    private final CsvReader<CsvRecord> csv;
    private final Iterator<CsvRecord> records;

    Lines() throws IOException {
      csv = reader(file);
      records = csv.iterator();
      next();
    }

    /** Returns the next one, null after the last. */
    CsvRecord next() {
      try {
        final CsvRecord line = records.hasNext() ? records.next() : null;
        if (line != null && line.getFieldCount() != columns.size()) {
          throw Damage.in(
              file,
              "line %s has %s fields, but there are %s columns"
                  .formatted(line.getStartingLineNumber(), line.getFieldCount(), columns.size()));
        }
        return line;
      } catch (UncheckedIOException | CsvParseException e) {
        throw Damage.unread(file, e);
      }
    }

    @Override
    public void close() throws IOException {
      csv.close();
    }
  }

  /**
   * Opens a table.
   *
   * @throws io.hopwright.runner.support.InputException if it is missing or truncated
   */
  public static StoredTable open(Path file) {
    final List<Column> columns = new ArrayList<>();
    try (CsvReader<CsvRecord> csv = reader(file)) {
      requireWhole(file);
      final Iterator<CsvRecord> records = csv.iterator();
      if (!records.hasNext()) {
        throw Damage.in(file, "is empty");
      }
      records.next().getFields().forEach(heading -> columns.add(column(heading)));
      return new StoredTable(file, List.copyOf(columns));
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw Damage.unread(file, e);
    }
  }

  private static CsvReader<CsvRecord> reader(Path file) throws IOException {
    return CsvReader.builder()
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .skipEmptyLines(false)
        .ofCsvRecord(file);
  }

  /** Every line ends with a line feed, also the last one. */
  private static void requireWhole(Path file) throws IOException {
    if (Files.size(file) == 0) {
      throw Damage.in(file, "is empty");
    }
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      bytes.seek(bytes.length() - 1);
      if (bytes.read() != '\n') {
        throw Damage.in(file, "ends in the middle of a line");
      }
    }
  }

  private static Column column(String heading) {
    final int unit = heading.indexOf(" [");
    return unit < 0 || !heading.endsWith("]")
        ? new Column(heading, "")
        : new Column(heading.substring(0, unit), heading.substring(unit + 2, heading.length() - 1));
  }

  /** Returns the index of a column, -1 without a column of this name. */
  public int column(Column column) {
    return columns.indexOf(column);
  }

  /** Returns the index of the column {@code name}, -1 without one. */
  public int named(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the numbers of the column {@code name}, NaN for values that were not measured; null
   * without such a column or without rows.
   */
  public double[] values(String name) {
    final int at = named(name);
    if (at < 0) {
      return null;
    }
    final DoubleStream.Builder values = DoubleStream.builder();
    rows(row -> values.add(row.number(at)));
    final double[] all = values.build().toArray();
    return all.length == 0 ? null : all;
  }

  /** Returns the index of a column, which must exist. */
  public int required(String name) {
    final int at = named(name);
    if (at < 0) {
      throw Damage.in(file, "has no column " + name);
    }
    return at;
  }

  /** Reads all rows of a table of numbers; NaN for values that were not measured. */
  public void numbers(Consumer<double[]> rows) {
    rows(row -> rows.accept(IntStream.range(0, columns.size()).mapToDouble(row::number).toArray()));
  }

  /** Reads all rows. */
  public void rows(Consumer<Row> rows) {
    try (Lines lines = new Lines()) {
      for (CsvRecord row = lines.next(); row != null; row = lines.next()) {
        rows.accept(new Row(row));
      }
    } catch (IOException e) {
      throw Damage.unread(file, e);
    }
  }

  /**
   * Reads the rows of this table and another in pairs, as long as both have rows.
   *
   * @return the number of rows of each
   */
  public long[] pairs(StoredTable other, Pairs rows) {
    final long[] counts = new long[2];
    try (Lines lines = new Lines();
        Lines others = other.new Lines()) {
      CsvRecord first = lines.next();
      CsvRecord second = others.next();
      while (first != null || second != null) {
        counts[0] += first == null ? 0 : 1;
        counts[1] += second == null ? 0 : 1;
        if (first != null && second != null) {
          rows.take(first.getFields(), second.getFields(), counts[0]);
        }
        first = lines.next();
        second = others.next();
      }
    } catch (IOException e) {
      throw Damage.unread(file, e);
    }
    return counts;
  }

  /** Returns whether this table and another have the same bytes. */
  public boolean same(StoredTable other) {
    try {
      return Files.mismatch(file, other.file) < 0;
    } catch (IOException e) {
      throw Damage.unread(file, e);
    }
  }

  /** Returns the name of the table's file. */
  public String name() {
    return file.getFileName().toString();
  }
}
