package io.hopwright.models.program.language;

/** Kind of an expression, known before the program runs. */
enum ExpressionKind {
  NUMBER,
  TIME,
  /** Kind of an invalid expression, whose error has been reported already. */
  UNKNOWN;

  boolean isTime() {
    return this == TIME;
  }

  String text() {
    return this == TIME ? "a time" : "a number";
  }
}
