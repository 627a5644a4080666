package io.hopwright.runner.results;

import io.hopwright.runner.support.InputException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Messages about a damaged file of a stored result, with a remedy. */
final class Damage {
  private static final String AGAIN = "; simulate it again, or use another copy";

  private Damage() {}

  /** Returns the exception for a file that is not as it was written. */
  static InputException in(Path file, String what) {
    return new InputException(file + ": " + what + AGAIN);
  }

  /** Returns the exception for a file of which nothing can be simulated again. */
  static InputException in(Path file, String what, String remedy) {
    return new InputException(file + ": " + what + "; " + remedy);
  }

  /** Returns the exception for a file that cannot be read. */
  static InputException unread(Path file, Exception e) {
    return in(
        file,
        e instanceof NoSuchFileException ? "is missing" : "cannot be read: " + e.getMessage());
  }
}
