package io.hopwright.runner.stored;

import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.result.Documents;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.AbstractHistogram;

/**
 * Reads results back from their directories, strictly: whatever is not as this version writes it is
 * said, with the file's name, before anything is made of it.
 */
public final class ResultReader {
  private static final String MANIFEST = "manifest.json";
  private static final String CSV = ".csv";
  private static final String HLOG = ".hlog";
  private static final String SERIES = "series";
  private static final String SCALING = "scaling.json";
  private static final String DIGEST = "digest";
  private static final String CONFIG_HASH = "configSha256";

  private ResultReader() {}

  /**
   * Reads the result in a directory.
   *
   * @throws InputException if it is none, of another format, or damaged
   */
  public static StoredDirectory read(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          directory
              + ": "
              + (Files.exists(directory) ? "is no directory" : "does not exist")
              + "; name the directory of a result, such as runs/bgl-uniform");
    }
    final StoredDocument manifest = manifest(directory);
    final Path absolute = directory.toAbsolutePath().normalize();
    final String name = absolute.getFileName() == null ? "" : absolute.getFileName().toString();
    if (Files.exists(directory.resolve(SCALING))) {
      final StoredDocument scaling = StoredDocument.read(directory.resolve(SCALING));
      return new StoredDirectory(name, directory, manifest, List.of(), List.of(), null, scaling);
    }
    if (manifest.value(CONFIG_HASH) != null) {
      final List<StoredRun> alone = List.of(run("", directory, manifest));
      return new StoredDirectory(name, directory, manifest, alone, List.of(), null, null);
    }
    final List<StoredDirectory> parts = parts(directory, manifest);
    final List<StoredRun> runs = parts.isEmpty() ? points(directory, manifest) : List.of();
    return new StoredDirectory(name, directory, manifest, runs, parts, verdicts(directory), null);
  }

  private static StoredDocument manifest(Path directory) {
    final Path file = directory.resolve(MANIFEST);
    if (!Files.exists(file)) {
      throw new InputException(
          directory
              + ": is no result, as it has no manifest.json; name a directory that run, reproduce"
              + " or bench scaling has written");
    }
    final StoredDocument manifest = StoredDocument.read(file);
    final Object format = manifest.value("format");
    if (format == null) {
      throw Damage.in(
          file,
          "has no format number, so an older version wrote it",
          "simulate it again with this one");
    }
    if (!format.equals(Documents.FORMAT)) {
      throw Damage.in(
          file,
          "is of format " + format + ", this version reads format " + Documents.FORMAT,
          "use the version that wrote it ("
              + manifest.value("version")
              + "), or simulate it again");
    }
    return manifest;
  }

  private static StoredDocument verdicts(Path directory) {
    final Path file = directory.resolve("verdicts.json");
    return Files.exists(file) ? StoredDocument.read(file) : null;
  }

  private static List<StoredDirectory> parts(Path study, StoredDocument manifest) {
    return manifest.list("parts").stream()
        .map(part -> read(below(study, manifest, part.text("path"))))
        .toList();
  }

  /** Reads the points that are done; a study that was stopped has others. */
  private static List<StoredRun> points(Path study, StoredDocument manifest) {
    if (manifest.value("points") == null) {
      throw Damage.in(manifest.file(), "is the manifest of neither a run nor a study");
    }
    final List<StoredRun> runs = new ArrayList<>();
    for (StoredDocument point : manifest.list("points")) {
      if (point.flag("done")) {
        final String path = point.text("path");
        final Path directory = below(study, manifest, path);
        runs.add(run(path, directory, manifest(directory)));
      }
    }
    return runs;
  }

  private static Path below(Path study, StoredDocument manifest, String path) {
    final Path place = study.resolve(path).normalize();
    if (!place.startsWith(study.normalize()) || place.equals(study.normalize())) {
      throw Damage.in(manifest.file(), "names " + path + ", which is not below it");
    }
    return place;
  }

  private static StoredRun run(String name, Path directory, StoredDocument manifest) {
    final StoredDocument summary = StoredDocument.read(directory.resolve("summary.json"));
    if (!summary.text(DIGEST).equals(manifest.text(DIGEST))
        || !summary.text("study").equals(manifest.text("study"))) {
      throw Damage.in(
          summary.file(),
          "is of another run than manifest.json (digest "
              + summary.text(DIGEST)
              + ", not "
              + manifest.text(DIGEST)
              + ")");
    }
    final Path resolvedFile = directory.resolve("resolved.conf");
    final String resolved = text(resolvedFile);
    if (!sha256(resolved).equals(manifest.text(CONFIG_HASH))) {
      throw Damage.in(resolvedFile, "is not the configuration that manifest.json has the hash of");
    }
    final Map<String, StoredTable> tables = new TreeMap<>();
    for (Path file : files(directory, CSV)) {
      tables.put(stem(file, CSV), StoredTable.open(file));
    }
    final StoredTable series = tables.remove(SERIES);
    return new StoredRun(
        name,
        directory,
        manifest,
        summary,
        manifest.texts("config"),
        resolved,
        series == null ? StoredTable.open(directory.resolve(SERIES + CSV)) : series,
        histograms(directory.resolve("histograms"), summary),
        tables);
  }

  /** Reads the distributions, and compares them with what the summary says of them. */
  private static Map<String, AbstractHistogram> histograms(Path directory, StoredDocument summary) {
    final Map<String, AbstractHistogram> histograms = new TreeMap<>();
    if (Files.isDirectory(directory)) {
      for (Path file : files(directory, HLOG)) {
        histograms.put(stem(file, HLOG), HistogramReader.read(file));
      }
    }
    for (String name : List.of("responseTicks", "networkLatencyTicks")) {
      final double counted = summary.number(name + ".count").orElse(Double.NaN);
      final AbstractHistogram histogram = histograms.get(name);
      final Path file = directory.resolve(name + HLOG);
      if (!Double.isNaN(counted) && histogram == null) {
        throw Damage.in(file, "is missing");
      }
      if (!Double.isNaN(counted) && histogram.getTotalCount() != (long) counted) {
        throw Damage.in(
            file,
            String.format(
                "has %d values, but summary.json counted %.0f",
                histogram.getTotalCount(), counted));
      }
    }
    return histograms;
  }

  private static List<Path> files(Path directory, String ending) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new InputException(directory + ": cannot be read: " + e.getMessage());
    }
  }

  private static String stem(Path file, String ending) {
    final String name = file.getFileName().toString();
    return name.substring(0, name.length() - ending.length());
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw Damage.in(file, "is missing");
    } catch (MalformedInputException e) {
      throw Damage.in(file, "is no text");
    } catch (IOException e) {
      throw Damage.in(file, "cannot be read: " + e.getMessage());
    }
  }

  private static String sha256(String text) {
    try {
      final MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
