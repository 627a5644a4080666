package io.hopwright.runner.results;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.support.Hashes;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Strict reader of results from their directories: it reports any deviation from the format of a
 * version of this program, with the file's name, before the data are used.
 */
public final class ResultReader {
  private static final String CSV = ".csv";
  private static final String HLOG = ".hlog";
  private static final String DIGEST = "digest";

  /** Counters of {@code verdicts.json}, with the verdict that they count. */
  private static final Map<String, String> COUNTS =
      Map.of(
          "passed", "pass", "projected", "projected", "failed", "fail", "notJudged", "not judged");

  private ResultReader() {}

  /** Judgement of a study's claim from its runs. */
  @FunctionalInterface
  public interface Judgement {
    /** Returns entries that a verdict must have. */
    Map<String, Object> again(StoredDirectory study, StoredDocument verdict);
  }

  /**
   * Reads the result in a directory; for a study, its completed points.
   *
   * @throws InputException if it is not a result, has an unsupported format, or is damaged
   */
  public static StoredDirectory read(Path directory) {
    return read(directory, false);
  }

  /**
   * Reads the result in a directory as {@link #read(Path)} does, and checks its verdicts against
   * its runs.
   *
   * @throws InputException if it is not a result, has an unsupported format, is damaged, or
   *     contains a verdict that does not follow from the runs
   */
  public static StoredDirectory read(Path directory, Judgement judgement) {
    final StoredDirectory result = read(directory);
    result.studies().forEach(study -> requireJudged(study, judgement));
    if (!result.parts().isEmpty()) {
      requireJudged(result, ResultReader::ofPart);
    }
    return result;
  }

  private static void requireJudged(StoredDirectory study, Judgement judgement) {
    if (study.verdicts() == null) {
      return;
    }
    final List<StoredDocument> verdicts = study.verdicts().list("verdicts");
    for (StoredDocument verdict : verdicts) {
      final Map<String, Object> again = judgement.again(study, verdict);
      again.forEach(
          (key, value) -> {
            final String found = Json.compact(verdict.value(key));
            if (!found.equals(Json.compact(value))) {
              throw Damage.in(
                  study.verdicts().file(),
                  "verdict %s: %s is %s, but its runs give %s"
                      .formatted(verdict.text("id"), key, found, Json.compact(value)));
            }
          });
    }
    COUNTS.forEach(
        (count, word) -> {
          final long found =
              verdicts.stream().filter(verdict -> verdict.text("verdict").equals(word)).count();
          if (study.verdicts().number(count).orElse(0) != found) {
            throw study.verdicts().damaged(count, Long.toString(found));
          }
        });
  }

  private static Map<String, Object> ofPart(StoredDirectory study, StoredDocument verdict) {
    final String part = verdict.text("study");
    return study.parts().stream()
        .filter(one -> one.verdicts() != null && one.manifest().text("study").equals(part))
        .flatMap(one -> one.verdicts().list("verdicts").stream())
        .filter(one -> one.text("id").equals(verdict.text("id")))
        .findFirst()
        .orElseThrow(() -> verdict.damaged("study", "a part that makes this claim"))
        .content();
  }

  /**
   * Reads the result in a directory as {@link #read(Path)} does, including points that are not
   * complete.
   */
  public static StoredDirectory readAll(Path directory) {
    return read(directory, true);
  }

  private static StoredDirectory read(Path directory, boolean all) {
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          "%s: %s; name the directory of a result, such as runs/STUDY"
              .formatted(
                  directory, Files.exists(directory) ? "is not a directory" : "does not exist"));
    }
    final StoredDocument manifest = manifest(directory);
    final Path absolute = directory.toAbsolutePath().normalize();
    final String name = absolute.getFileName() == null ? "" : absolute.getFileName().toString();
    if (Files.exists(directory.resolve(Format.SCALING))) {
      requireAsWritten(directory, manifest, filesThatAreRead(directory));
      final StoredDocument scaling = StoredDocument.read(directory.resolve(Format.SCALING));
      return new StoredDirectory(name, directory, manifest, List.of(), List.of(), null, scaling);
    }
    if (manifest.value(Format.CONFIG_SHA256) != null) {
      final List<StoredRun> alone = List.of(run("", directory, manifest));
      return new StoredDirectory(name, directory, manifest, alone, List.of(), null, null);
    }
    requireAsWritten(
        directory, manifest, Format.STUDY_FILES.stream().map(directory::resolve).toList());
    final List<StoredDirectory> parts = parts(directory, manifest, all);
    final List<StoredRun> runs = parts.isEmpty() ? points(directory, manifest, all) : List.of();
    return new StoredDirectory(name, directory, manifest, runs, parts, verdicts(directory), null);
  }

  private static StoredDocument manifest(Path directory) {
    final Path file = directory.resolve(Format.MANIFEST);
    if (!Files.exists(file)) {
      throw new InputException(
          file
              + ": the file is missing, so this is not a result; name a directory that run,"
              + " reproduce, sweep or bench scaling wrote");
    }
    final StoredDocument manifest = StoredDocument.read(file);
    final Object format = manifest.value("format");
    if (format == null) {
      throw Damage.in(
          file,
          "has no format number: an older version wrote it",
          "simulate it again with this one");
    }
    if (!(format instanceof Long number)) {
      throw manifest.damaged("format", "an integer");
    }
    if (number < Format.OLDEST || number > Format.VERSION) {
      throw Damage.in(
          file,
          "has format %d, but this version reads formats %d to %d"
              .formatted(number, Format.OLDEST, Format.VERSION),
          number > Format.VERSION
              ? "use the version that wrote it (" + manifest.value("version") + "), or a newer one"
              : "use the version that wrote it ("
                  + manifest.value("version")
                  + "), or simulate it again");
    }
    Seal.require(manifest);
    return manifest;
  }

  private static StoredDocument verdicts(Path directory) {
    final Path file = directory.resolve(Format.VERDICTS);
    return Files.exists(file) ? StoredDocument.read(file) : null;
  }

  private static List<StoredDirectory> parts(Path study, StoredDocument manifest, boolean all) {
    return manifest.list(Format.PARTS).stream()
        .map(
            part ->
                held(read(present(below(study, manifest, part.text("path")), manifest), all), part))
        .toList();
  }

  /** Checks that a part is the study of its place, and was not moved there. */
  private static StoredDirectory held(StoredDirectory part, StoredDocument entry) {
    if (!part.manifest().text("study").equals(entry.text("path"))) {
      throw Damage.in(
          part.directory(),
          "is the study %s, but %s names %s"
              .formatted(part.manifest().text("study"), entry.file(), entry.text("path")));
    }
    return part;
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
        runs.add(held(run(path, present(directory, manifest)), point));
      } else if (all && (has(directory, Format.MANIFEST) || has(directory, Format.SUMMARY))) {
        runs.add(held(run(path, directory), point));
      }
    }
    return runs;
  }

  /** Checks that a point is the run of its place, and was not moved there. */
  private static StoredRun held(StoredRun run, StoredDocument point) {
    require(run, point, Format.CONFIG_SHA256, StoredRun.asked(run.manifest()));
    if (point.flag("done")) {
      require(run, point, DIGEST, run.digest());
    }
    return run;
  }

  private static void require(StoredRun run, StoredDocument point, String entry, String found) {
    if (!point.text(entry).equals(found)) {
      throw Damage.in(
          run.directory(),
          "belongs to another run than %s (%s %s, not %s)"
              .formatted(point.file(), entry, found, point.text(entry)));
    }
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
          "%s: the file is missing, but %s names it; simulate the study again"
              .formatted(directory, manifest.file()));
    }
    return directory;
  }

  /**
   * Reads the run in a directory.
   *
   * @param name path of the directory within its study's
   * @throws InputException if it is not a result, has an unsupported format, or is damaged
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
          "belongs to another run than manifest.json (digest %s, not %s)"
              .formatted(summary.text(DIGEST), manifest.text(DIGEST)));
    }
    final Path resolvedFile = directory.resolve(Format.RESOLVED);
    final String resolved = text(resolvedFile);
    if (!Hashes.of(resolved.getBytes(StandardCharsets.UTF_8))
        .equals(manifest.text(Format.CONFIG_SHA256))) {
      throw Damage.in(resolvedFile, "does not have the hash given in manifest.json");
    }
    final Map<String, String> config = manifest.texts("config");
    final String study = manifest.text("study");
    if (!Format.resolved(study, manifest.text("title"), config).equals(resolved)) {
      throw Damage.in(manifest.file(), "differs from resolved.conf in study, title or config");
    }
    final Map<String, StoredTable> tables = new TreeMap<>();
    files(directory, CSV).forEach(file -> tables.put(stem(file, CSV), StoredTable.open(file)));
    tables.remove(stem(Path.of(Format.SERIES), CSV));
    final StoredTable series = series(directory.resolve(Format.SERIES), summary);
    final Declarations declarations = Declarations.read(manifest);
    requireAsWritten(directory, manifest, filesThatAreRead(directory));
    requireDeclared(Declarations.SERIES, series, declarations);
    tables.forEach((place, table) -> requireDeclared(place, table, declarations));
    final Map<String, Path> histograms =
        histograms(
            directory.resolve(Format.HISTOGRAMS),
            summary,
            declarations.with(Metric.Role.DISTRIBUTION));
    return new StoredRun(
        name,
        directory,
        manifest,
        summary,
        declarations,
        config,
        resolved,
        series,
        histograms,
        tables);
  }

  /** A table without rows is asked for no column, and one that has others is no less damaged. */
  private static void requireDeclared(String place, StoredTable table, Declarations declarations) {
    final List<String> headings =
        declarations.of(place).stream().flatMap(metric -> metric.headings().stream()).toList();
    if (!headings.equals(table.columns().stream().map(StoredTable.Column::heading).toList())) {
      throw Damage.in(table.file(), "does not have the columns that " + Format.MANIFEST + " names");
    }
  }

  /** Returns the existing files of a run or a benchmark. */
  private static List<Path> filesThatAreRead(Path directory) {
    final List<Path> files = new ArrayList<>(files(directory, CSV));
    List.of(Format.SUMMARY, Format.RESOLVED, Format.SCALING)
        .forEach(name -> files.add(directory.resolve(name)));
    final Path histograms = directory.resolve(Format.HISTOGRAMS);
    if (Files.isDirectory(histograms)) {
      files.addAll(files(histograms, HLOG));
    }
    return files;
  }

  /**
   * Whatever looks whole, but is not what the run wrote, is found by its hash.
   *
   * @param files that are read, where they are there
   */
  private static void requireAsWritten(Path directory, StoredDocument manifest, List<Path> files) {
    if (manifest.value(Hashes.FILES) == null) {
      throw manifest.damaged(Hashes.FILES, "an object");
    }
    final Map<String, String> hashes = manifest.texts(Hashes.FILES);
    for (Path file : files) {
      if (Files.exists(file) && !hashes.containsKey(directory.relativize(file).toString())) {
        throw Damage.in(
            file,
            "is not one of the files that " + manifest.file() + " names",
            "move it elsewhere, or simulate the result again");
      }
    }
    try {
      Hashes.firstOther(directory, hashes)
          .ifPresent(
              name -> {
                final Path file = directory.resolve(name);
                throw Damage.in(
                    file, Files.exists(file) ? "is truncated or changed" : "is missing");
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
    final long[] last = new long[1];
    series.rows(
        row -> {
          last[0] = row.ticks("to");
          if (row.ticks("from") > last[0]) {
            throw row.damaged("ends before it begins");
          }
        });
    if (last[0] != end) {
      throw Damage.in(file, "ends at tick %d, but the run at tick %.0f".formatted(last[0], end));
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
            file, "has %d values, but summary.json counted %.0f".formatted(count, counted));
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
    } catch (MalformedInputException e) {
      throw Damage.in(file, "is not text");
    } catch (IOException e) {
      throw Damage.unread(file, e);
    }
  }
}
