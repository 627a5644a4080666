package io.hopwright.models.program.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Lexer: cuts a program's text into words, numbers and signs; each line ends with a token of its
 * own.
 */
final class Lexer {
  private static final Set<String> PAIRS = Set.of("==", "!=", "<=", ">=", "..");
  private static final String SIGNS = "+-*/%(){},=<>";

  private final String text;
  private final Diagnostics mistakes;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private Lexer(String text, Diagnostics mistakes) {
    this.text = text;
    this.mistakes = mistakes;
  }

  /** Returns the tokens of {@code text}, the last of type TEXT_END. */
  static List<Token> tokens(String text, Diagnostics mistakes) {
    return new Lexer(text, mistakes).read();
  }

  private List<Token> read() {
    while (at < text.length() && !mistakes.tooMany()) {
      final char c = text.charAt(at);
      if (c == '\n' || c == ';') {
        add(Token.Type.LINE_END, at + 1);
        newLine(c);
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\uFEFF') {
        at++;
      } else if (c == '#') {
        skipComment();
      } else if (isDigit(c)) {
        add(Token.Type.NUMBER, endOfNumber());
      } else if (isLetter(c)) {
        add(Token.Type.WORD, endOfWord());
      } else {
        readSign(c);
      }
    }
    add(Token.Type.LINE_END, at);
    add(Token.Type.TEXT_END, at);
    return tokens;
  }

  private void newLine(char c) {
    if (c == '\n') {
      line++;
      lineStart = at;
    }
  }

  private void skipComment() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private void readSign(char c) {
    if (at + 1 < text.length() && PAIRS.contains(text.substring(at, at + 2))) {
      add(Token.Type.SIGN, at + 2);
    } else if (SIGNS.indexOf(c) >= 0) {
      add(Token.Type.SIGN, at + 1);
    } else {
      final int end = at + Character.charCount(text.codePointAt(at));
      mistakes.add(place(end), "no statement has this character");
      at = end;
    }
  }

  private int endOfNumber() {
    int end = endOfDigits(at);
    if (end + 1 < text.length() && text.charAt(end) == '.' && isDigit(text.charAt(end + 1))) {
      end = endOfDigits(end + 1);
    }
    return end;
  }

  private int endOfDigits(int from) {
    int end = from;
    while (end < text.length() && (isDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    return end;
  }

  private int endOfWord() {
    int end = at;
    while (end < text.length() && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private TextPosition place(int end) {
    return new TextPosition(line, at - lineStart + 1, at, end);
  }

  private void add(Token.Type type, int end) {
    tokens.add(new Token(type, text.substring(at, end), place(end)));
    at = end;
  }
}
