package io.hopwright.models.program.language;

import io.hopwright.models.program.ProgramException;
import java.util.ArrayList;
import java.util.List;

/** Collector of the errors in a program's text, so that all are reported at once. */
final class Diagnostics {
  private static final int MOST = 100;
  private static final int LONGEST_EXCERPT = 60;

  private final String name;
  private final String text;
  private final List<String> messages = new ArrayList<>();

  Diagnostics(String name, String text) {
    this.name = name;
    this.text = text;
  }

  /** Records an error; {@code message} has the error in the text there, and the remedy. */
  void add(TextPosition place, String message) {
    if (!tooMany()) {
      messages.add(message(name, text, place, "", message));
    }
  }

  /** Returns whether there are too many errors to continue. */
  boolean tooMany() {
    return messages.size() >= MOST;
  }

  boolean any() {
    return !messages.isEmpty();
  }

  void throwIfAny() {
    if (!messages.isEmpty()) {
      throw new ProgramException(messages);
    }
  }

  /**
   * Returns a message in one line.
   *
   * @param who makes the error, as {@code "rank 5: "}
   */
  static String message(String name, String text, TextPosition place, String who, String message) {
    final String excerpt = excerpt(text.substring(place.start(), place.end()));
    final String at = name + ":" + place.line() + ":" + place.column() + ": " + who;
    return at + (excerpt.isEmpty() ? "" : excerpt + ": ") + message;
  }

  private static String excerpt(String text) {
    final String first = text.strip().lines().findFirst().orElse("");
    final String shown =
        first.length() <= LONGEST_EXCERPT ? first : first.substring(0, LONGEST_EXCERPT - 1) + "…";
    final StringBuilder printable = new StringBuilder();
    shown
        .codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c) || !Character.isDefined(c)) {
                printable.append(String.format("\\u%04x", c));
              } else {
                printable.appendCodePoint(c);
              }
            });
    return printable.toString();
  }
}
