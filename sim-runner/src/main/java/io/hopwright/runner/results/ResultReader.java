package io.hopwright.runner.results;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.support.Hashes;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads results back from their directories, strictly: whatever is not as this version writes it is
 * said, with the file's name, before anything is made of it.
 */
public final class ResultReader {
  private static final String CSV = ".csv";
  private static final String HLOG = ".hlog";
  private static final String DIGEST = "digest";

  private ResultReader() {}

  /**
   * Reads the result in a directory; of a study the points that are done.
   *
   * @throws InputException if it is none, of another format, or damaged
   */
  public static StoredDirectory read(Path directory) {
    return read(directory, false);
  }

  /** Reads the result in a directory as {@link #read} does, also points that are not done. */
  public static StoredDirectory readAll(Path directory) {
    return read(directory, true);
  }

  private static StoredDirectory read(Path directory, boolean all) {
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          directory
              + ": "
              + (Files.exists(directory) ? "is no directory" : "does not exist")
              + "; name the directory of a result, such as runs/STUDY");
    }
    final StoredDocument manifest = manifest(directory);
    final Path absolute = directory.toAbsolutePath().normalize();
    final String name = absolute.getFileName() == null ? "" : absolute.getFileName().toString();
    if (Files.exists(directory.resolve(Format.SCALING))) {
      final StoredDocument scaling = StoredDocument.read(directory.resolve(Format.SCALING));
      return new StoredDirectory(name, directory, manifest, List.of(), List.of(), null, scaling);
    }
    if (manifest.value(Format.CONFIG_SHA256) != null) {
      final List<StoredRun> alone = List.of(run("", directory, manifest));
      return new StoredDirectory(name, directory, manifest, alone, List.of(), null, null);
    }
    final List<StoredDirectory> parts = parts(directory, manifest, all);
    final List<StoredRun> runs = parts.isEmpty() ? points(directory, manifest, all) : List.of();
    return new StoredDirectory(name, directory, manifest, runs, parts, verdicts(directory), null);
  }

  private static StoredDocument manifest(Path directory) {
    final Path file = directory.resolve(Format.MANIFEST);
    if (!Files.exists(file)) {
      throw new InputException(
          file
              + ": is missing, so that there is no result; name a directory that run, reproduce,"
              + " sweep or bench scaling has written");
    }
    final StoredDocument manifest = StoredDocument.read(file);
    final Object format = manifest.value("format");
    if (format == null) {
      throw Damage.in(
          file,
          "has no format number, so an older version wrote it",
          "simulate it again with this one");
    }
    if (!format.equals((long) Format.VERSION)) {
      throw Damage.in(
          file,
          "is of format " + format + ", this version reads format " + Format.VERSION,
          "use the version that wrote it ("
              + manifest.value("version")
              + "), or simulate it again");
    }
    return manifest;
  }

  private static StoredDocument verdicts(Path directory) {
    final Path file = directory.resolve(Format.VERDICTS);
    return Files.exists(file) ? StoredDocument.read(file) : null;
  }

  private static List<StoredDirectory> parts(Path study, StoredDocument manifest, boolean all) {
    return manifest.list(Format.PARTS).stream()
        .map(part -> read(present(below(study, manifest, part.text("path")), manifest), all))
        .toList();
  }

  /** A study that was stopped has points that are not done, and some of them lie there. */
  private static List<StoredRun> points(Path study, StoredDocument manifest, boolean all) {
    if (manifest.value(Format.POINTS) == null) {
      throw Damage.in(
          manifest.file(),
          "is the manifest of neither a run nor a study, as it has no entry configSha256, points"
              + " or parts");
    }
    final List<StoredRun> runs = new ArrayList<>();
    for (StoredDocument point : manifest.list(Format.POINTS)) {
      final String path = point.text("path");
      final Path directory = below(study, manifest, path);
      if (point.flag("done")) {
        runs.add(run(path, present(directory, manifest)));
      } else if (all && (has(directory, Format.MANIFEST) || has(directory, Format.SUMMARY))) {
        runs.add(run(path, directory));
      }
    }
    return runs;
  }

  private static boolean has(Path directory, String file) {
    return Files.exists(directory.resolve(file));
  }

  private static Path below(Path study, StoredDocument manifest, String path) {
    final Path place = Path.of(path).normalize();
    if (place.isAbsolute() || place.startsWith("..") || place.toString().isEmpty()) {
      throw Damage.in(manifest.file(), "names " + path + ", which is not below it");
    }
    return study.resolve(place);
  }

  private static Path present(Path directory, StoredDocument manifest) {
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          directory
              + ": is missing, but "
              + manifest.file()
              + " names it; simulate the study again");
    }
    return directory;
  }

  /**
   * Reads the run in a directory.
   *
   * @param name path of the directory within its study's
   * @throws InputException if it is none, of another format, or damaged
   */
  public static StoredRun run(String name, Path directory) {
    return run(name, directory, manifest(directory));
  }

  private static StoredRun run(String name, Path directory, StoredDocument manifest) {
    final StoredDocument summary = StoredDocument.read(directory.resolve(Format.SUMMARY));
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
    final Path resolvedFile = directory.resolve(Format.RESOLVED);
    final String resolved = text(resolvedFile);
    if (!Hashes.of(resolved.getBytes(StandardCharsets.UTF_8))
        .equals(manifest.text(Format.CONFIG_SHA256))) {
      throw Damage.in(resolvedFile, "is not the configuration that manifest.json has the hash of");
    }
    final Map<String, StoredTable> tables = new TreeMap<>();
    for (Path file : files(directory, CSV)) {
      tables.put(stem(file, CSV), StoredTable.open(file));
    }
    tables.remove(stem(Path.of(Format.SERIES), CSV));
    final StoredTable series = series(directory.resolve(Format.SERIES), summary);
    final Declarations declarations = Declarations.read(manifest);
    final Map<String, Path> histograms =
        histograms(
            directory.resolve(Format.HISTOGRAMS),
            summary,
            declarations.with(Metric.Role.DISTRIBUTION));
    requireAsWritten(directory, manifest);
    return new StoredRun(
        name,
        directory,
        manifest,
        summary,
        declarations,
        manifest.texts("config"),
        resolved,
        series,
        histograms,
        tables);
  }

  /** Whatever looks whole, but is not what the run wrote, is found by its hash. */
  private static void requireAsWritten(Path directory, StoredDocument manifest) {
    if (manifest.value(Hashes.FILES) == null) {
      throw manifest.damaged(Hashes.FILES, "an object");
    }
    try {
      Hashes.firstOther(directory, manifest.texts(Hashes.FILES))
          .ifPresent(
              name -> {
                final Path file = directory.resolve(name);
                throw Damage.in(file, Files.exists(file) ? "was cut off or changed" : "is missing");
              });
    } catch (UncheckedIOException e) {
      throw new InputException(directory + ": cannot be read: " + e.getMessage());
    }
  }

  /** A series that was cut off between two lines ends before the run did. */
  private static StoredTable series(Path file, StoredDocument summary) {
    final StoredTable series = StoredTable.open(file);
    final double end =
        summary.number("ticks").orElseThrow(() -> summary.damaged("ticks", "a number"));
    final int to = series.required("to");
    final double[] last = new double[1];
    series.texts((fields, line) -> last[0] = series.number(fields.get(to), to, line));
    if (last[0] != end) {
      throw Damage.in(
          file, String.format("ends at tick %.0f, but the run at tick %.0f", last[0], end));
    }
    return series;
  }

  /** Finds the distributions, and compares them with what the summary says of them. */
  private static Map<String, Path> histograms(
      Path directory, StoredDocument summary, List<Metric> distributions) {
    final Map<String, Path> found = new TreeMap<>();
    final Map<String, Long> counts = new TreeMap<>();
    if (Files.isDirectory(directory)) {
      for (Path file : files(directory, HLOG)) {
        found.put(stem(file, HLOG), file);
        counts.put(stem(file, HLOG), HistogramReader.read(file).getTotalCount());
      }
    }
    for (Metric distribution : distributions) {
      final String name = distribution.name();
      final double counted = summary.number(name + ".count").orElse(Double.NaN);
      final Long count = counts.get(name);
      final Path file = directory.resolve(name + HLOG);
      if (!Double.isNaN(counted) && count == null) {
        throw Damage.in(file, "is missing");
      }
      if (!Double.isNaN(counted) && count != (long) counted) {
        throw Damage.in(
            file, String.format("has %d values, but summary.json counted %.0f", count, counted));
      }
    }
    return found;
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
}
