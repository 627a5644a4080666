package io.hopwright.models.program.language;

/** What an expression is, known before the program runs. */
enum ExpressionKind {
  NUMBER,
  TIME,
  /** That of something wrong, which has been said already. */
  UNKNOWN;

  boolean isTime() {
    return this == TIME;
  }

  String text() {
    return this == TIME ? "a time" : "a number";
  }
}
