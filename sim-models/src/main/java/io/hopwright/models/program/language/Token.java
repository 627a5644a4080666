package io.hopwright.models.program.language;

/**
 * A word, a number or a sign of a program's text.
 *
 * @param text as written
 */
record Token(Type type, String text, TextPosition place) {
  /** What it is. */
  enum Type {
    WORD,
    NUMBER,
    SIGN,
    LINE_END,
    TEXT_END
  }

  boolean is(String expected) {
    return type != Type.NUMBER && text.equals(expected);
  }
}
