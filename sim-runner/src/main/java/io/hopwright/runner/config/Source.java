package io.hopwright.runner.config;

import java.nio.file.Path;

/**
 * The text of a configuration file.
 *
 * @param name what to call it in messages
 * @param text its content
 * @param directory where its includes are looked for first, null for a bundled file
 * @param place what tells it from other files, however they are called: its real path, or the name
 *     of a bundled file
 */
public record Source(String name, String text, Path directory, String place) {
  /** Creates a source whose name tells it from others. */
  public Source(String name, String text, Path directory) {
    this(name, text, directory, name);
  }
}
