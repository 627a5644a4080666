package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import java.util.ArrayList;
import java.util.List;

/** Division of a line into words. */
final class Words {
  private static final char COMMENT = '#';
  private static final char QUOTE = '"';
  private static final char ESCAPE = '\\';

  private Words() {}

  /**
   * Returns the words of a line up to a comment; a part in double quotes may contain blanks, and
   * {@code \"} and {@code \\}.
   */
  static List<String> of(String line) {
    final List<String> words = new ArrayList<>();
    final StringBuilder word = new StringBuilder();
    boolean inWord = false;
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      final char c = line.charAt(i);
      if (quoted && c == ESCAPE && i + 1 < line.length()) {
        word.append(line.charAt(++i));
      } else if (c == QUOTE) {
        quoted = !quoted;
        inWord = true;
      } else if (!quoted && c == COMMENT) {
        break;
      } else if (!quoted && Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quoted) {
      throw new DescriptionException("a double quote is not closed; close it in the same line");
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }

  /** Returns the fields of a line of CSV, without blanks around them; quotes as in RFC 4180. */
  static List<String> csv(String line) {
    final List<String> fields = new ArrayList<>();
    final StringBuilder field = new StringBuilder();
    boolean quoted = false;
    boolean wasQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      final char c = line.charAt(i);
      if (c == QUOTE && quoted && i + 1 < line.length() && line.charAt(i + 1) == QUOTE) {
        field.append(QUOTE);
        i++;
      } else if (c == QUOTE && (quoted || field.toString().isBlank())) {
        quoted = !quoted;
        wasQuoted = true;
      } else if (c == ',' && !quoted) {
        fields.add(wasQuoted ? field.toString() : field.toString().strip());
        field.setLength(0);
        wasQuoted = false;
      } else if (quoted || !(wasQuoted && Character.isWhitespace(c))) {
        field.append(c);
      }
    }
    if (quoted) {
      throw new DescriptionException("a double quote is not closed; close it in the same line");
    }
    fields.add(wasQuoted ? field.toString() : field.toString().strip());
    return fields;
  }

  /** Returns a name as {@link #of} reads it, in quotes where it needs them. */
  static String quoted(String name) {
    boolean plain = true;
    for (int i = 0; i < name.length(); i++) {
      final char c = name.charAt(i);
      plain &= !Character.isWhitespace(c) && "#=\">\\".indexOf(c) < 0;
    }
    return plain ? name : QUOTE + name.replace("\\", "\\\\").replace("\"", "\\\"") + QUOTE;
  }

  /** Returns a name as {@link #csv} reads it. */
  static String csvQuoted(String name) {
    final boolean plain = name.equals(name.strip()) && name.matches("[^,\"#]*");
    return plain ? name : QUOTE + name.replace("\"", "\"\"") + QUOTE;
  }
}
