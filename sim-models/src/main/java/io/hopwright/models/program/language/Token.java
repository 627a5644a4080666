package io.hopwright.models.program.language;

/**
 * Token: a word, a number or a sign of a program's text.
 *
 * @param text text as written
 */
record Token(Type type, String text, TextPosition place) {
  /** Types of tokens. */
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
