package io.hopwright.runner.command.create;

import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/** Files that a command creates for the user; it never overwrites one. */
final class NewFiles {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final int LONGEST = 40;

  private NewFiles() {}

  /** Returns {@code name} if it can name a study or a machine. */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches() || name.length() > LONGEST) {
      throw new InputException(
          Excerpt.of(name)
              + ": is not a valid name; use small letters, digits and single hyphens, at most "
              + LONGEST
              + ", as in my-ring");
    }
    return name;
  }

  /**
   * Writes a file, and the directories above it.
   *
   * @throws InputException if it exists
   */
  static void write(Path file, String text) {
    try {
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new InputException(e.getMessage() + ": already exists; choose another name");
    } catch (IOException e) {
      throw new EnvironmentException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
