package io.hopwright.runner.support;

import java.io.IOException;

/**
 * Watch that ends this JVM with its parent: the parent holds the other end of standard input, which
 * closes when the parent ends for any reason.
 */
public final class ParentWatch {
  private ParentWatch() {}

  /**
   * Returns the line that the parent writes first, before {@link #start}.
   *
   * @return null if the parent has ended
   */
  public static String firstLine() {
    final StringBuilder line = new StringBuilder();
    try {
      for (int next = System.in.read(); next != '\n'; next = System.in.read()) {
        if (next < 0) {
          return null;
        }
        line.append((char) next);
      }
    } catch (IOException e) {
      return null;
    }
    return line.toString();
  }

  /** Ends this JVM with {@code exitCode} as soon as its parent has ended. */
  public static void start(int exitCode) {
    final Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing more is ever written.
                }
              } catch (IOException e) {
                // As good as its end.
              }
              Runtime.getRuntime().halt(exitCode);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }
}
