package io.hopwright.runner.support;

import java.nio.file.Path;

/** Paths and titles in the form shown to users. */
public final class Shown {
  private Shown() {}

  /** Returns {@code path}, relative to the working directory if it is below it. */
  public static String path(Path path) {
    final Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
  }

  /** Refuses a number that is too small, if it is given. */
  public static void requireAtLeast(long least, String option, Number given) {
    if (given != null && given.longValue() < least) {
      throw new InputException(option + " " + given + ": use at least " + least);
    }
  }

  /** Returns {@code name} with its title, if it has one. */
  public static String titled(String name, String title) {
    return title.isEmpty() ? name : name + ": " + title;
  }
}
