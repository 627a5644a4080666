package io.hopwright.runner.compare;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * A table on disk, read row by row, as a packet log may be larger than memory.
 *
 * @param file where it lies
 * @param columns the headings
 */
record CsvTable(Path file, List<String> columns) {
  /** What is done with a row. */
  @FunctionalInterface
  interface RowReader {
    /** Reads the fields of a row, counted from 1 without the headings. */
    void read(long row, List<String> fields);
  }

  /** What is done with a row of each of two tables. */
  @FunctionalInterface
  interface PairReader {
    /** Reads the fields of a row of both, counted from 1 without the headings. */
    void read(long row, List<String> first, List<String> second);
  }

  /**
   * Opens a table.
   *
   * @throws io.hopwright.runner.failure.InputException if its last line has no end, or it has none
   */
  static CsvTable open(Path file) {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      if (bytes.length() == 0) {
        throw ResultFiles.damaged(file, "is empty");
      }
      bytes.seek(bytes.length() - 1);
      if (bytes.read() != '\n') {
        throw ResultFiles.damaged(file, "ends in the middle of a line");
      }
    } catch (IOException e) {
      throw ResultFiles.unreadable(file, e);
    }
    try (CsvReader<CsvRecord> reader = reader(file)) {
      return new CsvTable(file, reader.iterator().next().getFields());
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw ResultFiles.damaged(file, "is no table: " + e.getMessage());
    }
  }

  private static CsvReader<CsvRecord> reader(Path file) throws IOException {
    return CsvReader.builder()
        .missingFieldStrategy(FieldMismatchStrategy.STRICT)
        .extraFieldStrategy(FieldMismatchStrategy.STRICT)
        .skipEmptyLines(false)
        .ofCsvRecord(file);
  }

  /** Reads all rows. */
  void forEach(RowReader each) {
    try (CsvReader<CsvRecord> reader = reader(file)) {
      final Iterator<CsvRecord> rows = reader.iterator();
      rows.next();
      for (long row = 1; rows.hasNext(); row++) {
        each.read(row, rows.next().getFields());
      }
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw ResultFiles.damaged(file, "has a line that is none of a table: " + e.getMessage());
    }
  }

  /**
   * Reads the rows of two tables side by side, as long as both have some.
   *
   * @return how many rows each has
   */
  static long[] forEachPair(CsvTable first, CsvTable second, PairReader each) {
    final long[] rows = new long[2];
    try (CsvReader<CsvRecord> firstReader = reader(first.file);
        CsvReader<CsvRecord> secondReader = reader(second.file)) {
      final Iterator<CsvRecord> a = firstReader.iterator();
      final Iterator<CsvRecord> b = secondReader.iterator();
      a.next();
      b.next();
      while (a.hasNext() || b.hasNext()) {
        final List<String> rowOfA = a.hasNext() ? a.next().getFields() : null;
        final List<String> rowOfB = b.hasNext() ? b.next().getFields() : null;
        rows[0] += rowOfA == null ? 0 : 1;
        rows[1] += rowOfB == null ? 0 : 1;
        if (rowOfA != null && rowOfB != null) {
          each.read(rows[0], rowOfA, rowOfB);
        }
      }
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw ResultFiles.damaged(
          first.file, "or " + second.file + " has a line that is none of a table");
    }
    return rows;
  }
}
