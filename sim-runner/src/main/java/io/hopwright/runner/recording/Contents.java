package io.hopwright.runner.recording;

import io.hopwright.runner.results.Format;
import io.hopwright.runner.support.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Contents of a directory of results: which files belong to the program, and how to remove them.
 */
final class Contents {
  static final String POINTS = "points.csv";
  static final String LOCK = ".lock";

  private static final Pattern GROWING = Pattern.compile("\\..+\\.partial-(.*)-(\\d{1,18})");
  private static final Pattern OLD = Pattern.compile("\\.(.+)\\.old-(\\d{1,18})");

  /**
   * Computers that share a file system do not know each other's processes, nor do containers that
   * share a computer's name.
   */
  private static final String HOST =
      (Host.current().name() + Host.processNamespace()).replaceAll("[^A-Za-z0-9.-]", "");

  private Contents() {}

  /** Returns the prefix of hidden names under which the future {@code name} is written. */
  static String growingPrefix(Path name) {
    return "." + name + ".partial-" + HOST + "-";
  }

  /** Returns the place at which a future {@code target} is written. */
  static Path growing(Path target) {
    return target.resolveSibling(
        growingPrefix(target.getFileName()) + ProcessHandle.current().pid());
  }

  /** Returns the prefix of the hidden names of directories replaced at {@code name}. */
  static String oldPrefix(Path name) {
    return "." + name + ".old-";
  }

  /** Returns the place for what {@code target} replaces, until that is removed. */
  static Path old(Path target) {
    return target.resolveSibling(oldPrefix(target.getFileName()) + ProcessHandle.current().pid());
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  static boolean isEmpty(Path directory) throws IOException {
    return list(directory).isEmpty();
  }

  static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  /**
   * Returns something in the directory of a result that is not part of it, null if there is
   * nothing. Below a run there is no other result.
   */
  static Path foreign(Path directory) throws IOException {
    final OwnFiles own = OwnFiles.of(directory);
    if (own.names().isEmpty()) {
      return directory;
    }
    final Path other = own.study() ? null : otherThanHistograms(own);
    return other != null ? other : foreignBelow(directory);
  }

  /** Returns what a run must not replace in a directory, null if there is nothing. */
  static Path foreignToRun(Path directory) throws IOException {
    if (OwnFiles.of(directory).study()) {
      return directory;
    }
    final Path lock = foreignLock(directory);
    return lock != null ? lock : foreign(directory);
  }

  private static Path otherThanHistograms(OwnFiles run) throws IOException {
    for (Path entry : list(run.directory())) {
      if (Files.isDirectory(entry) && !isHidden(name(entry)) && !run.hasHistograms(entry)) {
        return entry;
      }
    }
    return null;
  }

  /**
   * Returns something below {@code directory} that is not part of a result, null if there is
   * nothing. The directory's own lock is not opened, as closing it again would end this process's
   * lock.
   */
  static Path foreignBelow(Path directory) throws IOException {
    final OwnFiles own = OwnFiles.of(directory);
    for (Path entry : list(directory)) {
      final Path found = isHidden(name(entry)) ? null : foreignAt(entry, own);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Path foreignAt(Path entry, OwnFiles own) throws IOException {
    if (Files.isSymbolicLink(entry) || !Files.isDirectory(entry)) {
      return own.has(entry) ? null : entry;
    }
    if (own.hasHistograms(entry)) {
      return own.otherThanHistogram(entry);
    }
    final Path lock = foreignLock(entry);
    return lock != null ? lock : foreignBelow(entry);
  }

  private static Path foreignLock(Path directory) throws IOException {
    final Path lock = directory.resolve(LOCK);
    return Files.exists(lock, LinkOption.NOFOLLOW_LINKS) && !DirectoryLock.isOne(lock)
        ? lock
        : null;
  }

  /**
   * Returns whether a name is one under which something grows, is locked, waits to be removed, or
   * is saved for a run that goes on.
   */
  static boolean isHidden(String name) {
    return name.equals(LOCK)
        || name.endsWith(CheckpointStore.SUFFIX)
        || GROWING.matcher(name).matches()
        || OLD.matcher(name).matches();
  }

  /** Returns whether only hidden things of ours are there. */
  static boolean isAsGoodAsEmpty(Path directory) throws IOException {
    return list(directory).stream().allMatch(entry -> isHidden(name(entry)));
  }

  /** Returns whether a directory is a result, or has one somewhere below it. */
  static boolean hasResult(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.anyMatch(path -> path.endsWith(Format.MANIFEST));
    }
  }

  /** Returns whether a run whose result goes below a directory has checkpoints. */
  static boolean hasCheckpoints(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.anyMatch(path -> name(path).endsWith(CheckpointStore.SUFFIX));
    }
  }

  /** Returns whether a name is of something that a process has left which is no more. */
  static boolean isLeft(String name) {
    final Matcher growing = GROWING.matcher(name);
    if (growing.matches()) {
      return !growing.group(1).equals(HOST) || isGone(growing.group(2));
    }
    final Matcher old = OLD.matcher(name);
    return old.matches() && isGone(old.group(2));
  }

  /**
   * Removes the remains of an ended process. A directory that it was about to replace returns to
   * its place if that is empty.
   */
  static void clear(Path left) throws IOException {
    final Matcher old = OLD.matcher(name(left));
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

  /** Removes the files of a result but its manifest, and no directory of another result. */
  static void deleteFiles(Path directory) throws IOException {
    final OwnFiles own = OwnFiles.of(directory);
    for (Path entry : list(directory)) {
      if (Files.isDirectory(entry)) {
        if (own.hasHistograms(entry) && own.otherThanHistogram(entry) == null) {
          delete(entry);
        }
      } else if (!entry.endsWith(Format.MANIFEST) && own.has(entry)) {
        Files.delete(entry);
      }
    }
  }

  /**
   * Removes a directory with all that is in it; nothing if it is not there. Manifests go last: a
   * process that is killed meanwhile leaves no file that none of them names.
   */
  static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        final List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        for (Path path : deepestFirst) {
          if (!path.endsWith(Format.MANIFEST) && !isDirectory(path)) {
            Files.delete(path);
          }
        }
        for (Path path : deepestFirst) {
          Files.deleteIfExists(path);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }
}
