package io.hopwright.runner.support;

/** Somebody else's text as messages repeat it: the user's, or that of a file. */
public final class Excerpt {
  private static final int LONGEST = 80;
  private static final int LONGEST_LINE = 400;

  private Excerpt() {}

  /** Returns a key, a value or a name in at most some 80 characters, all of which can be shown. */
  public static String of(String text) {
    return shortened(text, LONGEST);
  }

  /** Returns a path, or a library's message that may repeat such text, in at most some 400. */
  public static String ofLine(String message) {
    return shortened(message, LONGEST_LINE);
  }

  private static String shortened(String text, int longest) {
    return printable(
        text.length() <= longest
            ? text
            : text.substring(0, longest - 20) + "… (" + text.length() + " characters)");
  }

  /**
   * Returns a line with all characters that would do something to a terminal, or end the line, as
   * {@code \}{@code uXXXX}.
   */
  public static String printable(String line) {
    final StringBuilder printable = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      final char letter = line.charAt(i);
      switch (Character.getType(letter)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR ->
            printable.append(String.format("\\u%04x", (int) letter));
        default -> printable.append(letter);
      }
    }
    return printable.toString();
  }
}
