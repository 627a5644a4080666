package io.hopwright.partition.cluster;

import java.util.ArrayList;
import java.util.List;

/** Messages from other JVMs as text for people. */
final class Texts {
  /** Far below a frame. */
  private static final int LONGEST = 10_000;

  private Texts() {}

  /** Returns {@code text}, cut if it is too long for a message or a terminal. */
  static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
  }

  /** Returns {@code text}, cut, without what would command a terminal; lines remain lines. */
  static String shown(String text) {
    return harmless(cut(text));
  }

  /** Returns {@code text} without what would command a terminal; lines remain lines. */
  static String harmless(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\n]]", "?");
  }

  /**
   * Returns {@code text} in parts of at most {@code longest} characters, at least one part. No
   * character of two units is torn apart.
   */
  static List<String> parts(String text, int longest) {
    final List<String> parts = new ArrayList<>();
    int from = 0;
    while (text.length() - from > longest) {
      final int cut = from + longest;
      final int to = Character.isHighSurrogate(text.charAt(cut - 1)) ? cut - 1 : cut;
      parts.add(text.substring(from, to));
      from = to;
    }
    parts.add(text.substring(from));
    return parts;
  }

  /** Returns {@code text} as a short word of a line. */
  static String word(String text) {
    final String shown = shown(text).replace('\n', '?');
    return shown.length() <= 100 ? shown : shown.substring(0, 100) + "…";
  }
}
