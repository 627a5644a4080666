package io.hopwright.models.program.trace;

import io.hopwright.models.program.ProgramException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines of an ASCII text, split into words at blanks, with the errors found in them. Reads one line
 * at a time. Confined to one thread.
 */
public final class TraceLines {
  private static final int MOST_ERRORS = 100;
  private static final int LONGEST = 1 << 24;
  private static final int BUFFER = 1 << 16;
  private static final int EXCERPT = 40;

  private final String name;
  private final InputStream in;
  private byte[] line = new byte[1 << 10];
  private final List<String> errors = new ArrayList<>();
  private int length;
  private int number;

  /**
   * Creates a reader of a text.
   *
   * @param name of the file, for messages
   */
  public TraceLines(String name, InputStream in) {
    this.name = name;
    this.in = new BufferedInputStream(in, BUFFER);
  }

  /** Returns the number of the current line, from 1 on. */
  public int number() {
    return number;
  }

  /** Returns whether the limit of errors is reached, so that the rest of the text is not read. */
  public boolean isHopeless() {
    return errors.size() >= MOST_ERRORS;
  }

  /**
   * Advances to the next line that is neither empty nor begins with {@code #}.
   *
   * @return false at the end of the text, or if the rest is not read
   */
  public boolean next() throws IOException {
    while (!isHopeless() && readLine()) {
      int first = 0;
      while (first < length && isBlank(line[first])) {
        first++;
      }
      if (first < length && line[first] != '#') {
        return true;
      }
    }
    return false;
  }

  private boolean readLine() throws IOException {
    length = 0;
    int next = in.read();
    if (next < 0) {
      return false;
    }
    number++;
    while (next >= 0 && next != '\n') {
      if (length == LONGEST) {
        wrong("has more than " + LONGEST + " characters, above the limit; is it this format?");
        throw new ProgramException(errors);
      }
      if (length == line.length) {
        line = Arrays.copyOf(line, 2 * length);
      }
      line[length++] = (byte) next;
      next = in.read();
    }
    return true;
  }

  private static boolean isBlank(byte letter) {
    return letter == ' ' || letter == '\t' || letter == '\r';
  }

  /** Returns the first word of the current line. */
  public String firstWord() {
    int first = 0;
    while (isBlank(line[first])) {
      first++;
    }
    int end = first;
    while (end < length && !isBlank(line[end])) {
      end++;
    }
    return text(first, end);
  }

  /** Returns the words of the current line. */
  public List<String> words() {
    final List<String> words = new ArrayList<>();
    int at = 0;
    while (at < length) {
      while (at < length && isBlank(line[at])) {
        at++;
      }
      final int first = at;
      while (at < length && !isBlank(line[at])) {
        at++;
      }
      if (at > first) {
        words.add(text(first, at));
      }
    }
    return words;
  }

  /** Returns the current line, without blanks at its ends. */
  public String text() {
    return text(0, length).strip();
  }

  private String text(int from, int to) {
    final StringBuilder text = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      text.append(line[i] >= ' ' && line[i] <= '~' ? (char) line[i] : '?');
    }
    return text.toString();
  }

  /** Notes an error of the current line. */
  public void wrong(String what) {
    wrong(number, "\"%s\" %s".formatted(text(0, Math.min(length, EXCERPT)).strip(), what));
  }

  /** Adds an error of a line; 0 means the whole file. */
  public void wrong(int where, String what) {
    if (!isHopeless()) {
      errors.add((where == 0 ? name : name + ":" + where) + ": " + what);
    }
  }

  /** Returns whether errors were noted. */
  public boolean hasErrors() {
    return !errors.isEmpty();
  }

  /**
   * Checks that there were no errors.
   *
   * @throws ProgramException with all of them
   */
  public void throwIfWrong() {
    if (!errors.isEmpty()) {
      throw new ProgramException(errors);
    }
  }
}
