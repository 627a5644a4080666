package io.hopwright.runner.result;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says in words why a file could not be written. */
final class Reason {
  private Reason() {}

  static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "its directory does not exist";
    }
    if (e instanceof NotDirectoryException || e instanceof FileAlreadyExistsException) {
      return "a file is in the way";
    }
    return e instanceof FileSystemException fileSystem && fileSystem.getReason() != null
        ? fileSystem.getReason()
        : String.valueOf(e.getMessage());
  }
}
