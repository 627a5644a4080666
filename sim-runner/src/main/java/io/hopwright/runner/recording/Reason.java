package io.hopwright.runner.recording;

import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Explanation in words why a file could not be written. */
public final class Reason {
  private static final long NO_SPACE_BYTES = 16_384;

  private Reason() {}

  /** Returns the message for a user whose directory cannot be written. */
  static RuntimeException unwritable(Path place, IOException e) {
    return unwritable("--out", place, e);
  }

  /** Returns the message for a user whose directory, the value of an option, cannot be written. */
  static RuntimeException unwritable(String option, Path place, IOException e) {
    return isFull(place)
        ? new EnvironmentException(
            "cannot write " + place + ": " + of(e) + "; free some space, and start again", e)
        : new InputException(
            option + " " + place + ": cannot be written: " + of(e) + "; name another directory");
  }

  /** Returns the error for a user whose file was not written. */
  public static EnvironmentException unwritten(Path file, IOException e) {
    return new EnvironmentException(
        "cannot write "
            + file
            + ": "
            + of(e)
            + "; free some space there, or name another directory",
        e);
  }

  /** Returns whether the file system of {@code place} has no space left. */
  private static boolean isFull(Path place) {
    Path there = place.toAbsolutePath();
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    try {
      if (there == null) {
        return false;
      }
      final FileStore store = Files.getFileStore(there);
      return store.getTotalSpace() > 0 && store.getUsableSpace() < NO_SPACE_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "its directory does not exist";
    }
    if (e instanceof ClosedByInterruptException) {
      return "its thread was interrupted";
    }
    if (e instanceof NotDirectoryException || e instanceof FileAlreadyExistsException) {
      return "a file of this name exists";
    }
    return e instanceof FileSystemException fileSystem && fileSystem.getReason() != null
        ? fileSystem.getReason()
        : String.valueOf(e.getMessage());
  }
}
