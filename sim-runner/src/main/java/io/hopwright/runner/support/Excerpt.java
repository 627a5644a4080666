package io.hopwright.runner.support;

import java.util.regex.Pattern;

/** Text of the user or of a file, shortened for messages. */
public final class Excerpt {
  private static final int LONGEST = 80;
  private static final int LONGEST_LINE = 400;

  /** Control and format characters, and what separates lines and paragraphs. */
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[\\x{0}-\\x{FFFF}]]");

  private Excerpt() {}

  /** Returns a key, a value or a name, shortened to about 80 printable characters. */
  public static String of(String text) {
    return shortened(text, LONGEST);
  }

  /**
   * Returns a path, or a library's message that may contain such text, shortened to about 400
   * characters.
   */
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
   * Returns a line in which characters that would control a terminal, or end the line, are written
   * as {@code \}{@code uXXXX}.
   */
  public static String printable(String line) {
    return UNPRINTABLE
        .matcher(line)
        .replaceAll(letter -> "\\\\u%04x".formatted((int) letter.group().charAt(0)));
  }
}
