package io.hopwright.runner.progress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detection of whether standard error is a terminal. */
public final class Terminal {
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private Terminal() {}

  /** Returns whether a line can be redrawn in place. */
  public static boolean isInteractive() {
    if ("dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    try {
      final String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      // Without Linux nobody tells: Java itself only knows about standard input and output.
      return false;
    }
  }
}
