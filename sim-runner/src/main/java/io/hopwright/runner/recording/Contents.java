package io.hopwright.runner.recording;

import io.hopwright.runner.results.Format;
import io.hopwright.runner.support.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What lies in a directory of results: which of it is ours, and how to remove it. */
final class Contents {
  /** Names of {@link StudyDirectory}'s own tables. */
  static final Set<String> STUDY_TABLES = Set.of("points.csv", Format.SERIES, "means.csv");

  static final String POINTS = "points.csv";
  static final String LOCK = ".lock";

  private static final Set<String> FILES =
      Set.of(
          Format.MANIFEST,
          Format.RESOLVED,
          Format.SUMMARY,
          Format.VERDICTS,
          "waiting.txt",
          Format.SCALING,
          Format.REPORT);

  /** Series and tables. */
  private static final String TABLE = ".csv";

  private static final Pattern GROWING = Pattern.compile("\\..+\\.partial-(.*)-(\\d{1,18})");
  private static final Pattern OLD = Pattern.compile("\\.(.+)\\.old-(\\d{1,18})");

  /**
   * Computers that share a file system do not know each other's processes, nor do containers that
   * share a computer's name.
   */
  private static final String HOST =
      (Host.current().name() + Host.processNamespace()).replaceAll("[^A-Za-z0-9.-]", "");

  private Contents() {}

  /**
   * Returns what hidden names begin with under which something grows that is to be {@code name}.
   */
  static String growingPrefix(Path name) {
    return "." + name + ".partial-" + HOST + "-";
  }

  /** Returns the place at which what is to be at {@code target} grows. */
  static Path growing(Path target) {
    return target.resolveSibling(
        growingPrefix(target.getFileName()) + ProcessHandle.current().pid());
  }

  /** Returns what hidden names begin with of what is replaced at {@code name}. */
  static String oldPrefix(Path name) {
    return "." + name + ".old-";
  }

  /** Returns the place for what {@code target} replaces, until that is removed. */
  static Path old(Path target) {
    return target.resolveSibling(oldPrefix(target.getFileName()) + ProcessHandle.current().pid());
  }

  static boolean isEmpty(Path directory) throws IOException {
    return list(directory).isEmpty();
  }

  static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  /** Returns something in the directory of a result that is not ours, null if there is nothing. */
  static Path foreign(Path directory) throws IOException {
    return Files.isRegularFile(directory.resolve(Format.MANIFEST))
        ? foreignBelow(directory)
        : directory;
  }

  /**
   * Returns something below {@code directory} that is not ours, null if there is nothing; of what
   * is no result itself, other results may be part.
   */
  static Path foreignBelow(Path directory) throws IOException {
    final List<Path> entries = list(directory);
    final boolean hasManifest = entries.contains(directory.resolve(Format.MANIFEST));
    final boolean hasPoints = entries.contains(directory.resolve(POINTS));
    for (Path entry : entries) {
      final String name = entry.getFileName().toString();
      if (isHidden(name)) {
        continue;
      }
      if (Files.isSymbolicLink(entry) || !Files.isDirectory(entry)) {
        final boolean ours = hasManifest && (FILES.contains(name) || isTable(name, hasPoints));
        if (!ours || !Files.isRegularFile(entry)) {
          return entry;
        }
        continue;
      }
      final Path found =
          name.equals(Format.HISTOGRAMS) ? otherThanHistogram(entry) : foreignBelow(entry);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Beside the tables of a study somebody may keep tables of his own. */
  private static boolean isTable(String name, boolean hasPoints) {
    return hasPoints ? STUDY_TABLES.contains(name) : name.endsWith(TABLE);
  }

  private static Path otherThanHistogram(Path directory) throws IOException {
    return list(directory).stream()
        .filter(file -> !file.toString().endsWith(".hlog"))
        .findFirst()
        .orElse(null);
  }

  /** Tells whether a name is one under which something grows, is locked or waits to be removed. */
  static boolean isHidden(String name) {
    return name.equals(LOCK) || GROWING.matcher(name).matches() || OLD.matcher(name).matches();
  }

  /** Tells whether only hidden things of ours are there. */
  static boolean isAsGoodAsEmpty(Path directory) throws IOException {
    return list(directory).stream().allMatch(entry -> isHidden(entry.getFileName().toString()));
  }

  /** Tells whether a directory is a result, or has one somewhere below it. */
  static boolean hasResult(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.anyMatch(path -> path.endsWith(Format.MANIFEST));
    }
  }

  /** Tells whether a name is of something that a process has left which is no more. */
  static boolean isLeft(String name) {
    final Matcher growing = GROWING.matcher(name);
    if (growing.matches()) {
      return !growing.group(1).equals(HOST) || isGone(growing.group(2));
    }
    final Matcher old = OLD.matcher(name);
    return old.matches() && isGone(old.group(2));
  }

  /**
   * Removes what a process has left that is no more. What it was about to replace goes back to its
   * place if there is nothing.
   */
  static void clear(Path left) throws IOException {
    final Matcher old = OLD.matcher(left.getFileName().toString());
    if (old.matches() && !Files.exists(left.resolveSibling(old.group(1)))) {
      Files.move(left, left.resolveSibling(old.group(1)), StandardCopyOption.ATOMIC_MOVE);
    } else {
      delete(left);
    }
  }

  /** Before anything grows, a name of this very process is that of one before it. */
  private static boolean isGone(String process) {
    final long pid = Long.parseLong(process);
    return pid == ProcessHandle.current().pid() || ProcessHandle.of(pid).isEmpty();
  }

  /** Removes the files of a run's result, but no directory of another result. */
  static void deleteFiles(Path directory) throws IOException {
    for (Path entry : list(directory)) {
      final String name = entry.getFileName().toString();
      if (name.equals(Format.HISTOGRAMS)) {
        delete(entry);
      } else if (Files.isRegularFile(entry) && (FILES.contains(name) || name.endsWith(TABLE))) {
        Files.delete(entry);
      }
    }
  }

  /** Removes a directory with all that is in it; nothing if it is not there. */
  static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }
}
