package io.hopwright.models.program.language;

import java.util.List;

/** Reader of a program's tokens, one after the other. */
final class TokenReader {
  /** Signal that the rest of a statement cannot be parsed; the error has been recorded. */
  static final class Lost extends RuntimeException {
    private static final long serialVersionUID = 1;

    Lost() {
      super("", null, false, false);
    }
  }

  private final List<Token> tokens;
  private final Diagnostics mistakes;
  private int at;

  TokenReader(List<Token> tokens, Diagnostics mistakes) {
    this.tokens = tokens;
    this.mistakes = mistakes;
  }

  Token peek() {
    return tokens.get(at);
  }

  /** Returns the position of the last token read. */
  TextPosition last() {
    return tokens.get(Math.max(0, at - 1)).place();
  }

  /** Returns whether a word is next, and what was read last is a number. */
  boolean isWordBehindNumber() {
    return peek().type() == Token.Type.WORD
        && at > 0
        && tokens.get(at - 1).type() == Token.Type.NUMBER;
  }

  Token take() {
    return at < tokens.size() - 1 ? tokens.get(at++) : peek();
  }

  boolean is(String text) {
    return peek().is(text);
  }

  boolean takeIf(String text) {
    if (is(text)) {
      take();
      return true;
    }
    return false;
  }

  void expect(String text, String meaning) {
    if (!takeIf(text)) {
      throw lost("expected " + text + meaning);
    }
  }

  /** Returns a word that is expected, whatever it says. */
  Token word(String what) {
    if (peek().type() != Token.Type.WORD) {
      throw lost("expected " + what);
    }
    return take();
  }

  Lost lost(String message) {
    return lost(peek().place(), message);
  }

  Lost lost(TextPosition place, String message) {
    mistakes.add(place, message);
    return new Lost();
  }

  boolean atStatementEnd() {
    return atLineEnd() || is("}");
  }

  boolean atLineEnd() {
    return peek().type() == Token.Type.LINE_END || atTextEnd();
  }

  boolean atTextEnd() {
    return peek().type() == Token.Type.TEXT_END;
  }

  void skipLineEnds() {
    while (peek().type() == Token.Type.LINE_END) {
      at++;
    }
  }

  /** Takes {@code text} if it comes next, perhaps on another line. */
  boolean takeAcrossLines(String text) {
    final int before = at;
    skipLineEnds();
    if (takeIf(text)) {
      return true;
    }
    at = before;
    return false;
  }

  /** Goes on to the end of the statement or to the block behind it. */
  void skipStatement() {
    while (!atStatementEnd() && !is("{")) {
      take();
    }
  }

  void skipAll() {
    at = tokens.size() - 1;
  }
}
