package io.hopwright.runner.config;

import com.typesafe.config.ConfigUtil;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the keys and braces of a HOCON text stand.
 *
 * <p>The parser lets the last of equal keys win without a word, and notices an open brace only at
 * the end of the text. This looks at nothing but keys, braces and quotes; whatever else is wrong
 * with a text, the parser says.
 */
final class Outline {
  private static final char END = '\0';

  /** A key that has a value of its own: the parts as written, outermost first, and its line. */
  private record Field(List<String> keys, int line) {
    List<String> path() {
      return keys.stream().flatMap(key -> ConfigUtil.splitPath(key).stream()).toList();
    }
  }

  private final String text;
  private final List<Field> fields = new ArrayList<>();
  private final Deque<Integer> openLines = new ArrayDeque<>();
  private int position;
  private int line = 1;

  private Outline(String text) {
    this.text = text;
  }

  /** Notes every key that is set more than once; the parser has found nothing wrong. */
  static void checkKeys(Source source, Mistakes mistakes) {
    final Map<List<String>, Integer> firstLines = new LinkedHashMap<>();
    for (Field field : read(source.text()).fields) {
      final Integer first = firstLines.putIfAbsent(field.path(), field.line());
      if (first != null) {
        mistakes.add(
            new Origin(source.name(), field.line()),
            ConfigUtil.joinPath(field.path()),
            null,
            "is set in line " + first + " already; remove one of the two");
      }
    }
  }

  /** Returns the line of the innermost brace that nothing closes, 0 if there is none. */
  static int unclosedLine(String text) {
    final Deque<Integer> open = read(text).openLines;
    return open.isEmpty() ? 0 : open.peek();
  }

  private static Outline read(String text) {
    final Outline outline = new Outline(text);
    do {
      outline.object(List.of());
    } while (outline.peek(0) != END);
    return outline;
  }

  /** Reads fields up to and with the closing brace. */
  private void object(List<String> keys) {
    skipBlank(",");
    while (peek(0) != END && peek(0) != '}') {
      final int start = line;
      final String key = key();
      if (key.equals("include") || key.startsWith("include ")) {
        skipLine();
      } else {
        final List<String> longer = new ArrayList<>(keys);
        if (!key.isEmpty()) { // The braces around a whole text have none.
          longer.add(key);
        }
        skipBlank("=:+");
        if (value(longer)) {
          fields.add(new Field(longer, start));
        }
      }
      skipBlank(",");
    }
    close();
  }

  private void close() {
    if (peek(0) == '}') {
      next();
      openLines.poll();
    }
  }

  /** Returns the text up to what separates it from its value, an include's up to its line's end. */
  private String key() {
    final int start = position;
    while (":={\n}".indexOf(peek(0)) < 0 && peek(0) != END && !(peek(0) == '+' && peek(1) == '=')) {
      nextOrString();
    }
    return text.substring(start, position).strip();
  }

  /** Reads a value; tells whether there is more to it than an object. */
  private boolean value(List<String> keys) {
    boolean plain = false;
    while (",\n}]".indexOf(peek(0)) < 0 && peek(0) != END && !atComment()) {
      if (peek(0) == '{') {
        openLines.push(line);
        next();
        object(keys);
      } else {
        plain |= !Character.isWhitespace(peek(0));
        part();
      }
    }
    return plain;
  }

  /** Reads a list, a substitution, a text in quotes, or one character. */
  private void part() {
    if (peek(0) == '[') {
      next();
      list();
    } else if (peek(0) == '$' && peek(1) == '{') {
      while (peek(0) != '}' && peek(0) != '\n' && peek(0) != END) {
        next();
      }
      next();
    } else {
      nextOrString();
    }
  }

  private void list() {
    skipBlank(",");
    while (peek(0) != ']' && peek(0) != '}' && peek(0) != END) {
      // The keys of objects in lists have no path, and are nobody's.
      final int before = fields.size();
      value(List.of());
      fields.subList(before, fields.size()).clear();
      skipBlank(",");
    }
    if (peek(0) == ']') {
      next();
    }
  }

  private void nextOrString() {
    if (peek(0) != '"') {
      next();
      return;
    }
    final boolean triple = peek(1) == '"' && peek(2) == '"';
    final String quote = triple ? "\"\"\"" : "\"";
    skip(quote.length());
    while (!text.startsWith(quote, position) && peek(0) != END && (triple || peek(0) != '\n')) {
      skip(!triple && peek(0) == '\\' ? 2 : 1);
    }
    if (peek(0) == '"') {
      skip(quote.length());
    }
  }

  private void skipBlank(String alsoSkipped) {
    while (true) {
      if (atComment()) {
        skipLine();
      } else if (peek(0) != END
          && (Character.isWhitespace(peek(0)) || alsoSkipped.indexOf(peek(0)) >= 0)) {
        next();
      } else {
        return;
      }
    }
  }

  private boolean atComment() {
    return peek(0) == '#' || (peek(0) == '/' && peek(1) == '/');
  }

  private void skipLine() {
    while (peek(0) != '\n' && peek(0) != END) {
      next();
    }
  }

  private void skip(int count) {
    for (int i = 0; i < count; i++) {
      next();
    }
  }

  private void next() {
    line += peek(0) == '\n' ? 1 : 0;
    position = Math.min(position + 1, text.length());
  }

  private char peek(int ahead) {
    return position + ahead < text.length() ? text.charAt(position + ahead) : END;
  }
}
