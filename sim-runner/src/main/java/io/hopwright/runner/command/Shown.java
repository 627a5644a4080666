package io.hopwright.runner.command;

import io.hopwright.runner.support.InputException;
import java.nio.file.Path;

/** Paths and titles as people want to see them. */
final class Shown {
  private Shown() {}

  /** Returns {@code path} relative to the working directory if it lies below it. */
  static String path(Path path) {
    final Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
  }

  /** Refuses a number that is given and too small. */
  static void requireAtLeast(long least, String option, Number given) {
    if (given != null && given.longValue() < least) {
      throw new InputException(option + " " + given + ": use at least " + least);
    }
  }

  /** Returns {@code name} and what it is, if that is known. */
  static String titled(String name, String title) {
    return title.isEmpty() ? name : name + ": " + title;
  }
}
