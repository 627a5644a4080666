package io.hopwright.models.program.language;

/**
 * Position in a program's text.
 *
 * @param line line, from 1
 * @param column column, from 1
 * @param start offset of the first character
 * @param end offset behind the last character
 */
record TextPosition(int line, int column, int start, int end) {
  /** Returns the place from the start of this one to the end of another. */
  TextPosition to(TextPosition last) {
    return new TextPosition(line, column, start, last.end);
  }
}
