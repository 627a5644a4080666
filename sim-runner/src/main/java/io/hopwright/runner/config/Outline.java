package io.hopwright.runner.config;

import com.typesafe.config.ConfigUtil;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Positions of the keys, braces and substitutions in a HOCON text.
 *
 * <p>The parser silently lets the last of equal keys win, reports an open brace only at the end of
 * the text, and has no limits for time, stack and memory. This class checks only keys, braces and
 * quotes; the parser reports all other errors.
 */
final class Outline {
  private static final char END = '\0';

  /** Deepest that braces, brackets and the dots of a key may nest. */
  private static final int DEPTH = 30;

  /** Largest number of words, texts and lists that a value may be put together of. */
  private static final int PIECES = 1_000;

  private static final int KEY_LENGTH = 1_000;

  /**
   * Key with a value of its own.
   *
   * @param keys parts as written, outermost first
   * @param line line at which it begins
   * @param length characters of its value
   * @param references substitutions in its value, as written, without those of inner fields
   */
  record Field(List<String> keys, int line, int length, List<String> references) {
    List<String> path() {
      return keys.stream().flatMap(key -> ConfigUtil.splitPath(key).stream()).toList();
    }
  }

  /**
   * Reason to refuse a text before it is parsed.
   *
   * @param line line of the problem
   * @param message error, limit and remedy
   */
  record Problem(int line, String message) {}

  private final String text;
  private final List<Field> fields = new ArrayList<>();
  private final Deque<Integer> openLines = new ArrayDeque<>();
  private final List<String> references = new ArrayList<>();
  private int keys;
  private int substitutions;
  private int depth;
  private Problem problem;
  private int position;
  private int line = 1;

  private Outline(String text) {
    this.text = text;
  }

  /** Notes every key that is set more than once; the parser has found nothing wrong. */
  void checkKeys(Source source, Mistakes mistakes) {
    final Map<List<String>, Integer> firstLines = new LinkedHashMap<>();
    for (Field field : fields) {
      final Integer first = firstLines.putIfAbsent(field.path(), field.line());
      if (first != null) {
        mistakes.add(
            new Origin(source.name(), field.line()),
            ConfigUtil.joinPath(field.path()),
            null,
            "is set in line " + first + " as well; remove one of the two");
      }
    }
  }

  /** Returns the line of the innermost brace that nothing closes, 0 if there is none. */
  int unclosedLine() {
    return openLines.isEmpty() ? 0 : openLines.peek();
  }

  /** Returns the fields that are not mere sections, in the order of their ends. */
  List<Field> fields() {
    return fields;
  }

  /** Returns the number of keys, sections included. */
  int keys() {
    return keys;
  }

  /** Returns the number of substitutions. */
  int substitutions() {
    return substitutions;
  }

  /** Returns why the parser is not to see the text, null if nothing speaks against it. */
  Problem problem() {
    return problem;
  }

  /** Reads a text, up to its first problem. */
  static Outline of(String text) {
    final Outline outline = new Outline(text);
    do {
      outline.object(List.of());
    } while (outline.peek(0) != END);
    return outline;
  }

  /** Reads fields up to and with the closing brace. */
  private void object(List<String> outer) {
    deepen(1);
    skipBlank(",");
    while (peek(0) != END && peek(0) != '}') {
      final int start = line;
      final String key = key();
      if (!key.equals("include") && !key.startsWith("include ")) {
        field(outer, key, start);
      }
      skipBlank(",");
    }
    close();
    depth--;
  }

  private void field(List<String> outer, String key, int start) {
    final List<String> longer = new ArrayList<>(outer);
    if (!key.isEmpty()) { // The braces around a whole text have none.
      longer.add(key);
    }
    final int dots = (int) key.chars().filter(letter -> letter == '.').count();
    keys++;
    deepen(dots);
    if (key.length() > KEY_LENGTH) {
      stop("a key has more than " + KEY_LENGTH + " characters; shorten it, or set it with =");
    }
    skipBlank("=:+");
    final int from = position;
    final int before = references.size();
    if (value(longer)) {
      final List<String> own = references.subList(before, references.size());
      fields.add(new Field(longer, start, position - from, List.copyOf(own)));
      own.clear();
    }
    depth -= dots;
  }

  private void deepen(int levels) {
    depth += levels;
    if (depth > DEPTH) {
      stop(
          "more than %s levels of braces, brackets and dots; close them, or use fewer"
              .formatted(DEPTH));
    }
  }

  private void stop(String message) {
    if (problem == null) {
      problem = new Problem(line, message);
      position = text.length();
    }
  }

  private void close() {
    if (peek(0) == '}') {
      next();
      openLines.poll();
    }
  }

  /** Returns the text up to what separates it from its value, or from the next include. */
  private String key() {
    final int start = position;
    while (":={\n},[".indexOf(peek(0)) < 0
        && peek(0) != END
        && !(peek(0) == '+' && peek(1) == '=')
        && !atComment()) {
      nextOrString();
    }
    return text.substring(start, position).strip();
  }

  /** Reads a value; returns whether there is more to it than an object. */
  private boolean value(List<String> keys) {
    boolean plain = false;
    int pieces = 0;
    while (",\n}]".indexOf(peek(0)) < 0 && peek(0) != END && !atComment()) {
      pieces += Character.isWhitespace(peek(0)) || "{[$\"".indexOf(peek(0)) >= 0 ? 1 : 0;
      if (pieces > PIECES) {
        stop("a value consists of more than " + PIECES + " words; put it in quotes");
      } else if (peek(0) == '{') {
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
      substitution();
    } else {
      nextOrString();
    }
  }

  private void substitution() {
    final int start = position + 2;
    substitutions++;
    while (peek(0) != '}' && peek(0) != '\n' && peek(0) != END) {
      nextOrString();
    }
    final String path = text.substring(Math.min(start, position), position);
    references.add(path.startsWith("?") ? path.substring(1) : path);
    final int dots = (int) path.chars().filter(letter -> letter == '.').count();
    deepen(dots);
    depth -= dots;
    next();
  }

  private void list() {
    deepen(1);
    skipBlank(",");
    while (peek(0) != ']' && peek(0) != '}' && peek(0) != END) {
      // The keys of objects in lists have no path, and are nobody's; the list refers to what they
      // do.
      final int before = fields.size();
      value(List.of());
      final List<Field> inner = fields.subList(before, fields.size());
      inner.forEach(field -> references.addAll(field.references()));
      inner.clear();
      skipBlank(",");
    }
    if (peek(0) == ']') {
      next();
    }
    depth--;
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
    while (triple && peek(0) == '"') { // They belong to the text.
      next();
    }
  }

  private void skipBlank(String alsoSkipped) {
    while (true) {
      if (atComment()) {
        while (peek(0) != '\n' && peek(0) != END) {
          next();
        }
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
