package io.hopwright.runner.recording;

import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Directory of a future result. It is written as a hidden directory beside the final place and
 * becomes visible there, complete, by a rename. An incomplete directory is removed, also when the
 * JVM is ended. The remains of a killed JVM are removed by the next one that prepares for the same
 * place.
 */
public final class ResultDirectory implements AutoCloseable {
  private static final String UNFINISHED = "-interrupted";
  private static final String INTERIM = "interim";

  /** Hidden directories of results of this JVM. Other processes have their own. */
  private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

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
   * @throws InputException if a result cannot be written there, or other files exist there
   * @throws EnvironmentException if there is no space, or another run of this JVM uses the place
   */
  public static ResultDirectory prepare(Path place) {
    Path taken = null;
    try {
      final Path target = target(place);
      refuseOtherThings(place, target);
      if (!IN_USE.add(target)) {
        throw new EnvironmentException(
            place
                + ": the directory is in use by another run of this process; wait until it has"
                + " ended, or name another directory",
            null);
      }
      taken = target;
      final Path parent = target.getParent();
      Files.createDirectories(parent);
      sweep(parent, Contents.oldPrefix(target.getFileName()));
      sweep(parent, Contents.growingPrefix(target.getFileName()));
      final Path growing = Contents.growing(target);
      Contents.delete(growing);
      Files.createDirectory(growing);
      taken = null;
      return new ResultDirectory(target, growing);
    } catch (IOException e) {
      throw Reason.unwritable(place, e);
    } finally {
      // Only of a place that could not be prepared.
      release(taken);
    }
  }

  private static void release(Path target) {
    if (target != null) {
      IN_USE.remove(target);
    }
  }

  /** Returns the directory that the user means by {@code place}, which may be a link. */
  static Path target(Path place) throws IOException {
    final Path absolute = place.toAbsolutePath().normalize();
    if (!Files.isSymbolicLink(absolute)) {
      return absolute;
    }
    if (!Files.exists(absolute)) {
      throw new InputException(
          String.format(
              "--out %s: a symbolic link to %s, which does not exist; create that directory,"
                  + " or remove the link",
              place, Files.readSymbolicLink(absolute)));
    }
    return absolute.toRealPath();
  }

  /** Clears away what processes of this computer left here that were killed. */
  private static void sweep(Path parent, String prefix) {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(
            parent, path -> path.getFileName().toString().startsWith(prefix))) {
      for (Path path : left) {
        final String process = path.getFileName().toString().substring(prefix.length());
        if (process.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(process)).isEmpty()) {
          Contents.clear(path);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It may be somebody else's, and is in nobody's way.
    }
  }

  /** Refuses a place below a file. */
  static void refuseFiles(Path place, Path target) {
    for (Path path = target; path != null; path = path.getParent()) {
      if (Files.exists(path) && !Files.isDirectory(path)) {
        throw new InputException(
            "--out " + place + ": " + path + " is a file; name a directory that is not below it");
      }
    }
  }

  private static void refuseOtherThings(Path place, Path target) throws IOException {
    refuseFiles(place, target);
    if (!Files.isDirectory(target) || Contents.isEmpty(target)) {
      return;
    }
    if (OwnFiles.of(target).study()) {
      throw new InputException(
          "--out "
              + place
              + ": not replaced, as it holds the points of a study; name another directory, or"
              + " remove it");
    }
    refuseForeign(place, target, Contents.foreignToRun(target));
  }

  /**
   * Refuses a place with something that is not part of a result.
   *
   * @param foreign the foreign file, null if there is none; {@code target} itself if it is not a
   *     result
   */
  static void refuseForeign(Path place, Path target, Path foreign) {
    if (foreign != null) {
      throw new InputException(
          "--out "
              + place
              + ": not replaced, as "
              + (foreign.equals(target)
                  ? "has no " + Format.MANIFEST + " and so is not a result; name another directory"
                  : foreign
                      + " is not part of a result, as no manifest.json names it; move it, or name"
                      + " another directory"));
    }
  }

  /** Returns the directory to write to, until {@link #publish}. */
  public Path growing() {
    return growing;
  }

  /** Returns a place for files that are written during the run and are not part of the result. */
  public Path interim() {
    return growing.resolve(INTERIM);
  }

  /** Removes files that are not part of the result. */
  public void removeInterim() {
    try {
      Contents.delete(interim());
    } catch (IOException e) {
      throw new EnvironmentException("cannot remove " + interim() + ": " + Reason.of(e), e);
    }
  }

  /**
   * Moves the result to its place. A complete result replaces an existing one. An incomplete result
   * replaces only an incomplete one; otherwise it is stored beside it.
   *
   * @param complete whether the result is complete
   * @return its final place
   */
  public Path publish(boolean complete) {
    final Path target =
        complete || isEmptyOrMissing(place) || isUnfinished(place)
            ? place
            : place.resolveSibling(place.getFileName() + UNFINISHED);
    final Path old = Contents.old(target);
    try {
      if (Files.exists(target)) {
        if (!Contents.isEmpty(target) && Contents.foreignToRun(target) != null) {
          throw new IOException(target + " contains other files than those of a result");
        }
        Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
      }
      Files.move(growing, target, StandardCopyOption.ATOMIC_MOVE);
      published = true;
      Contents.delete(old);
      return target;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot put the result at " + target + ": " + Reason.of(e) + "; it is kept in " + leave(),
          e);
    }
  }

  /** Keeps the contents under a name that is not removed, and returns this place. */
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
        Contents.delete(growing);
      } catch (IOException e) {
        // The run's own thread may be writing to it; the next run removes it.
      }
    }
  }

  /** Removes the contents if they were not published. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(remover);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook at work.
    }
    try {
      if (!published) {
        Contents.delete(growing);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot remove " + growing + ": " + Reason.of(e), e);
    } finally {
      release(place);
    }
  }

  private static boolean isUnfinished(Path result) {
    return StoredDocument.find(result.resolve(Format.MANIFEST))
        .map(manifest -> !StoredRun.isComplete(manifest))
        .orElse(false);
  }

  private static boolean isEmptyOrMissing(Path directory) {
    try {
      return !Files.exists(directory) || Contents.isEmpty(directory);
    } catch (IOException e) {
      return false;
    }
  }
}
