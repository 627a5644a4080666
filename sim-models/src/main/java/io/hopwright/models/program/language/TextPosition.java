package io.hopwright.models.program.language;

/**
 * Where something stands in a program's text.
 *
 * @param line from 1
 * @param column from 1
 * @param start of the text, in characters
 * @param end of the text, behind its last character
 */
record TextPosition(int line, int column, int start, int end) {
  /** Returns the place from the start of this one to the end of another. */
  TextPosition to(TextPosition last) {
    return new TextPosition(line, column, start, last.end);
  }
}
