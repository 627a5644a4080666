package io.hopwright.runner.recording;

import io.hopwright.runner.report.Report;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.support.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files of a result, as named by its manifest. Any other file in its directory belongs to the user.
 *
 * @param directory directory of the result
 * @param names names of the files, relative to the directory
 * @param study whether it is the result of a study
 * @param damaged whether the manifest names no files
 */
record OwnFiles(Path directory, Set<String> names, boolean study, boolean damaged) {
  /** Files of which each run or benchmark has one at least, and no study any. */
  private static final Set<String> RUN = Set.of(Format.RESOLVED, Format.SUMMARY, Format.SCALING);

  private static final Set<String> USUAL =
      Set.of(
          Format.RESOLVED,
          Format.SUMMARY,
          Format.SCALING,
          Format.SERIES,
          "percentiles.csv",
          Format.WAITING);

  private static final String HISTOGRAM = ".hlog";

  /** Returns the files of the result in a directory; none if there is no manifest. */
  static OwnFiles of(Path directory) {
    final Path manifest = directory.resolve(Format.MANIFEST);
    if (!Files.isRegularFile(manifest)) {
      return new OwnFiles(directory, Set.of(), false, false);
    }
    final Set<String> names = new HashSet<>(Set.of(Format.MANIFEST));
    final StoredDocument document = StoredDocument.find(manifest).orElse(null);
    if (document == null || !(document.value(Hashes.FILES) instanceof Map<?, ?> files)) {
      final boolean ofRun = RUN.stream().anyMatch(name -> Files.exists(directory.resolve(name)));
      names.addAll(ofRun ? USUAL : Format.STUDY_FILES);
      return new OwnFiles(directory, names, !ofRun, true);
    }
    files.keySet().forEach(name -> names.add((String) name));
    final boolean study = StudyDirectory.isOf(document);
    if (study) {
      // A process that was killed may have written these, but not yet a manifest that names them.
      names.addAll(StoredRun.isComplete(document) ? List.of(Format.VERDICTS) : Format.STUDY_FILES);
    }
    return new OwnFiles(directory, names, study, false);
  }

  /** Returns whether a file is part of the result, or its page. */
  boolean has(Path file) throws IOException {
    if (names.isEmpty() || !Files.isRegularFile(file)) {
      return false;
    }
    final String name = directory.relativize(file).toString();
    if (name.equals(Format.REPORT)) {
      return Files.size(file) == 0 || Report.isOne(file);
    }
    return names.contains(name)
        || (damaged && hasHistograms(file.getParent()) && name.endsWith(HISTOGRAM));
  }

  /** Returns whether a directory is that of the run's distributions. */
  boolean hasHistograms(Path below) {
    return !study && below.equals(directory.resolve(Format.HISTOGRAMS));
  }

  /** Returns a file of the directory of the distributions that is not one of them; else null. */
  Path otherThanHistogram(Path histograms) throws IOException {
    for (Path file : Contents.list(histograms)) {
      if (!has(file)) {
        return file;
      }
    }
    return null;
  }
}
