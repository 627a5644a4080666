package io.hopwright.runner.config;

import java.nio.file.Path;

/**
 * Text of a configuration file.
 *
 * @param name name in messages
 * @param text content
 * @param directory first directory in which its includes are searched, null for a bundled file
 * @param place unique identity of the file: its real path, or the name of a bundled file
 */
public record Source(String name, String text, Path directory, String place) {
  /** Creates a source with a unique name. */
  public Source(String name, String text, Path directory) {
    this(name, text, directory, name);
  }
}
