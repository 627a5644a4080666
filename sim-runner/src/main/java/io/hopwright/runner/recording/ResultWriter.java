package io.hopwright.runner.recording;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.Seal;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Hashes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Writer of the files of a run. */
public final class ResultWriter {
  private final Path directory;
  private final Map<String, Object> hashes = new TreeMap<>();

  /** Writer of a file. */
  @FunctionalInterface
  public interface Writing<T> {
    /** Writes the file, and returns its description. */
    T to(Path file) throws IOException;
  }

  /** Creates a writer into an existing directory. */
  public ResultWriter(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes the files of a run; the manifest, which contains the hashes of all others, is written
   * last.
   *
   * @throws EnvironmentException if the directory cannot be written
   */
  public void write(
      ResolvedConfig config,
      Completion run,
      TickRate tickRate,
      Map<String, Object> summary,
      Map<String, Object> manifest) {
    file(Format.RESOLVED, config.render());
    file(Format.SUMMARY, Json.text(summary));
    file(Format.SERIES, CsvFile.series(run.result()));
    run.result().tables().forEach(this::table);
    final double seconds =
        run.result().summary().get("ticks") instanceof Long ticks ? tickRate.toSeconds(ticks) : 0;
    for (Map.Entry<String, TickHistogram> entry : run.result().histograms().entrySet()) {
      file(
          Format.HISTOGRAMS + "/" + entry.getKey() + ".hlog",
          HistogramFile.bytes(entry.getKey(), entry.getValue(), seconds));
    }
    if (run.standstill() != null) {
      file(Format.WAITING, run.standstill().text());
    }
    final Map<String, Object> withTicks = new LinkedHashMap<>(manifest);
    withTicks.put(Format.TICK_SECONDS, tickRate.seconds() + "/" + tickRate.ticks());
    manifest(withTicks);
  }

  /** Writes {@code manifest.json} after all other files, with their hashes. */
  public void manifest(Map<String, Object> manifest) {
    final Map<String, Object> signed = new LinkedHashMap<>(manifest);
    signed.put(Hashes.FILES, hashes);
    json(Format.MANIFEST, Seal.sealed(signed));
  }

  /** Writes a file of JSON. */
  public void json(String name, Object content) {
    file(name, Json.text(content));
  }

  /** Writes a table into its own file, {@code name.csv}. */
  public void table(String name, RunResult.Table table) {
    file(name + ".csv", CsvFile.text(table));
  }

  private void file(String name, String text) {
    file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private void file(String name, byte[] bytes) {
    final Path path = directory.resolve(name);
    try {
      Files.createDirectories(path.getParent());
      write(path, bytes);
      hashes.put(name, Hashes.of(bytes));
    } catch (IOException e) {
      throw Reason.unwritten(path, e);
    }
  }

  /**
   * Writes a file in place of an older one; a reader sees one of the two, never a part of one.
   *
   * @return its description
   * @throws IOException if the directory is not writable
   */
  public static <T> T replace(Path file, Writing<T> writing) throws IOException {
    final Path target = file.toAbsolutePath();
    final Path growing = Contents.growing(target);
    try {
      final T written = writing.to(growing);
      Files.move(growing, target, StandardCopyOption.ATOMIC_MOVE);
      return written;
    } finally {
      Files.deleteIfExists(growing);
    }
  }

  /** Writes a file to the disk; once it has its name it is complete, even after a power failure. */
  public static void write(Path path, byte[] bytes) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      final ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        file.write(left);
      }
      file.force(false);
    }
  }
}
