package io.hopwright.runner.recording;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.Manner;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a run, as it lies on disk.
 *
 * @param directory where it lies
 * @param manifest its {@code manifest.json}
 */
public record StoredResult(Path directory, Map<String, Object> manifest) {
  static final String SERIES = "series.csv";
  static final String SUMMARY = "summary.json";

  /** Returns what lies at {@code directory}; empty if that is no result, or cannot be read. */
  public static Optional<StoredResult> at(Path directory) {
    try {
      return Optional.of(
          new StoredResult(directory, Json.read(directory.resolve(ResultWriter.MANIFEST))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Tells whether the run came to its end. */
  public boolean isComplete() {
    return Format.ENDINGS.stream().noneMatch(mark -> Boolean.TRUE.equals(manifest.get(mark)));
  }

  /**
   * Tells whether simulating again would give the same: whether the run came to its end, was asked
   * for by a configuration with this hash and in this manner, was simulated by the code that would
   * simulate it now, and its files are as they were written.
   */
  public boolean countsFor(String configSha256, Manner manner) {
    return isComplete()
        && configSha256.equals(
            manifest.getOrDefault(Documents.ASKED_SHA256, manifest.get(Documents.CONFIG_SHA256)))
        && manner.document().equals(manifest.getOrDefault(Documents.MANNER, Map.of()))
        && Build.simulator().equals(manifest.get(Documents.SIMULATOR))
        && isAsWritten();
  }

  private boolean isAsWritten() {
    try {
      return manifest.get(Hashes.FILES) instanceof Map<?, ?> files
          && files.keySet().containsAll(List.of(SUMMARY, SERIES))
          && Hashes.firstOther(directory, files).isEmpty();
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /**
   * Returns its {@code summary.json}.
   *
   * @throws EnvironmentException if it cannot be read
   */
  public Map<String, Object> summary() {
    try {
      return Json.read(directory.resolve(SUMMARY));
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot read " + directory.resolve(SUMMARY) + ": " + Reason.of(e), e);
    }
  }

  /** Returns what was delivered, as one number; null if nobody noted it. */
  public Object digest() {
    return manifest.get("digest");
  }

  /**
   * Returns a column of its {@code series.csv}, NaN where nothing was measured; null if there is no
   * such column.
   *
   * @param name of the column, without its unit
   * @throws EnvironmentException if it cannot be read
   */
  public double[] column(String name) {
    final Path file = directory.resolve(SERIES);
    try (CsvReader<NamedCsvRecord> series = CsvReader.builder().ofNamedCsvRecord(file)) {
      final List<NamedCsvRecord> rows = series.stream().toList();
      return rows.isEmpty() ? null : CsvFile.column(rows, name);
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + file + ": " + Reason.of(e), e);
    } catch (CsvParseException | NumberFormatException e) {
      throw new EnvironmentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
