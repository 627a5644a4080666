package io.hopwright.runner.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.failure.EnvironmentException;
import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.provenance.Host;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a result will lie. It grows in a hidden directory beside that place and appears there
 * whole, by a rename. What never got that far is removed again, also if the JVM is ended; what a
 * killed JVM left is removed by the next one that prepares for the same place.
 */
public final class ResultDirectory implements AutoCloseable {
  private static final Set<String> FILES =
      Set.of(
          ResultWriter.MANIFEST,
          "resolved.conf",
          "summary.json",
          "verdicts.json",
          "waiting.txt",
          "scaling.json",
          "scaling.svg",
          "report.html");

  /** Series and tables. */
  private static final String TABLE = ".csv";

  private static final String HISTOGRAMS = "histograms";
  private static final String UNFINISHED = "-interrupted";

  /** Computers that share a file system do not know each other's processes. */
  private static final String HOST = Host.current().name().replaceAll("[^A-Za-z0-9.-]", "");

  private final Path place;
  private final Path growing;
  private final Thread remover = new Thread(this::removeIfPossible);
  private volatile boolean published;

  private ResultDirectory(Path place, Path growing) {
    this.place = place;
    this.growing = growing;
    Runtime.getRuntime().addShutdownHook(remover);
  }

  /**
   * Prepares for a result at {@code place}.
   *
   * @throws InputException if a result cannot be written there, or something else is there already
   */
  public static ResultDirectory prepare(Path place) {
    try {
      final Path target = target(place);
      refuseOtherThings(place, target);
      final Path parent = target.getParent();
      Files.createDirectories(parent);
      final String prefix = "." + target.getFileName() + ".partial-" + HOST + "-";
      sweep(parent, prefix);
      final Path growing = parent.resolve(prefix + ProcessHandle.current().pid());
      delete(growing);
      Files.createDirectory(growing);
      return new ResultDirectory(target, growing);
    } catch (IOException e) {
      throw new InputException(
          "--out " + place + ": cannot be written: " + Reason.of(e) + "; name another directory");
    }
  }

  private static Path target(Path place) throws IOException {
    final Path absolute = place.toAbsolutePath().normalize();
    if (!Files.isSymbolicLink(absolute)) {
      return absolute;
    }
    if (!Files.exists(absolute)) {
      throw new InputException(
          "--out "
              + place
              + ": is a link to "
              + Files.readSymbolicLink(absolute)
              + ", which does not exist; make that directory, or remove the link");
    }
    return absolute.toRealPath();
  }

  /** Removes what processes of this computer left here that were killed. */
  private static void sweep(Path parent, String prefix) {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(
            parent, path -> path.getFileName().toString().startsWith(prefix))) {
      for (Path path : left) {
        final String process = path.getFileName().toString().substring(prefix.length());
        if (process.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(process)).isEmpty()) {
          delete(path);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It may be somebody else's, and is in nobody's way.
    }
  }

  private static void refuseOtherThings(Path place, Path target) throws IOException {
    for (Path path = target; path != null; path = path.getParent()) {
      if (Files.exists(path) && !Files.isDirectory(path)) {
        throw new InputException(
            "--out " + place + ": " + path + " is a file; name a directory that is not below it");
      }
    }
    if (Files.isDirectory(target) && !isEmpty(target)) {
      final Path foreign = foreign(target);
      if (foreign != null) {
        throw new InputException(
            "--out "
                + place
                + ": would be replaced, but "
                + foreign
                + " is no part of a result; move it, or name another directory");
      }
    }
  }

  /** Returns the directory to write to, until {@link #publish}. */
  public Path growing() {
    return growing;
  }

  /**
   * Puts the result in its place. A result that came to its end replaces what lies there; any other
   * does so only if that did not come to its end either, and else goes beside it.
   *
   * @param complete whether the result came to its end
   * @return where it lies now
   */
  public Path publish(boolean complete) {
    final Path target =
        complete || isEmptyOrMissing(place) || isUnfinished(place)
            ? place
            : place.resolveSibling(place.getFileName() + UNFINISHED);
    final Path old =
        place.resolveSibling("." + target.getFileName() + ".old-" + ProcessHandle.current().pid());
    try {
      if (Files.exists(target)) {
        if (foreignTo(target)) {
          throw new IOException(target + " holds something that is no part of a result");
        }
        Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
      }
      Files.move(growing, target, StandardCopyOption.ATOMIC_MOVE);
      published = true;
      delete(old);
      return target;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot put the result at " + target + ": " + Reason.of(e) + "; it is in " + leave(), e);
    }
  }

  /** Keeps what is there, under a name at which nobody removes it, and returns that place. */
  public Path leave() {
    published = true;
    final Path kept =
        place.resolveSibling(place.getFileName() + ".kept-" + ProcessHandle.current().pid());
    try {
      return Files.move(growing, kept, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      return growing;
    }
  }

  private void removeIfPossible() {
    if (!published) {
      try {
        delete(growing);
      } catch (IOException e) {
        // The run's own thread may be writing to it; the next run removes it.
      }
    }
  }

  /** Removes what was not published. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(remover);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook at work.
    }
    if (!published) {
      try {
        delete(growing);
      } catch (IOException e) {
        throw new EnvironmentException("cannot remove " + growing + ": " + Reason.of(e), e);
      }
    }
  }

  /** A run marks its manifest if it did not come to its end. */
  private static boolean isUnfinished(Path result) {
    try {
      final JsonNode manifest =
          new ObjectMapper().readTree(result.resolve(ResultWriter.MANIFEST).toFile());
      return manifest.path("interrupted").asBoolean() || manifest.path("stalled").asBoolean();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isEmptyOrMissing(Path directory) {
    try {
      return !Files.exists(directory) || isEmpty(directory);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  private static boolean foreignTo(Path result) throws IOException {
    return !isEmpty(result) && foreign(result) != null;
  }

  /** Returns something in a directory that no run has written, null if there is nothing. */
  private static Path foreign(Path directory) throws IOException {
    if (!Files.isRegularFile(directory.resolve(ResultWriter.MANIFEST))) {
      return directory;
    }
    final List<Path> entries;
    try (Stream<Path> listed = Files.list(directory)) {
      entries = listed.sorted().toList();
    }
    for (Path entry : entries) {
      final Path found = foreignEntry(entry);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Path foreignEntry(Path entry) throws IOException {
    final String name = entry.getFileName().toString();
    if (Files.isSymbolicLink(entry) || !Files.isDirectory(entry)) {
      final boolean ours = FILES.contains(name) || name.endsWith(TABLE);
      return ours && Files.isRegularFile(entry) ? null : entry;
    }
    if (!name.equals(HISTOGRAMS)) {
      return foreign(entry);
    }
    try (Stream<Path> files = Files.list(entry)) {
      return files.filter(file -> !file.toString().endsWith(".hlog")).findFirst().orElse(null);
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
