package io.hopwright.models.run;

import io.hopwright.models.traffic.TrafficMatrix;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reader of a traffic matrix with a line for each node: as many numbers as there are nodes,
 * separated by blanks or commas. Confined to one thread.
 */
final class DenseMatrix {
  private static final int MOST_ENTRIES = 10_000_000;
  private static final int LONGEST_NUMBER = 64;
  private static final int LONGEST_SHOWN = 40;

  /** The most decimals of a number, and the most digits. */
  private static final int MOST_DIGITS = 18;

  private final byte[] text;
  private final int nodes;
  private int at;
  private int end;
  private int line;
  private int row;
  private int entries;
  private int[] sources = new int[16];
  private int[] destinations = new int[16];

  /** Digits of each weight, and how many of them are decimals. */
  private long[] digits = new long[16];

  private byte[] decimals = new byte[16];
  private int mostDecimals;

  private DenseMatrix(byte[] text, int from, int nodes) {
    this.text = text;
    this.nodes = nodes;
    at = from;
  }

  /**
   * Returns whether a line is one of such a matrix: it has as many numbers as there are nodes.
   * Three numbers between commas are a row of a pair.
   */
  static boolean isLine(byte[] text, int from, int end, int nodes) {
    int numbers = 0;
    boolean commas = false;
    int next = from;
    while (next < end) {
      final int first = next;
      while (next < end && !separates(text[next])) {
        next++;
      }
      if (next > first) {
        if ("+-.0123456789".indexOf(text[first]) < 0) {
          return false;
        }
        numbers++;
      }
      commas |= next < end && text[next] == ',';
      next++;
    }
    return numbers == nodes && nodes > 1 && (nodes != 3 || !commas);
  }

  private static boolean separates(byte letter) {
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == ',';
  }

  /**
   * Reads a matrix.
   *
   * @param from offset of its first character
   * @throws IllegalArgumentException with the line and the error
   */
  static TrafficMatrix read(byte[] text, int from, int nodes) {
    return new DenseMatrix(text, from, nodes).read();
  }

  private TrafficMatrix read() {
    while (at < text.length) {
      line++;
      end = at;
      while (end < text.length && text[end] != '\n') {
        end++;
      }
      final int start = skip(at, false);
      if (start < end && text[start] != '#') {
        readRow(start);
      }
      at = end + 1;
    }
    if (row != nodes) {
      throw new IllegalArgumentException(
          ("has %s lines of numbers, but the machine has %s nodes; write a line for each" + " node")
              .formatted(row, nodes));
    }
    return scaled();
  }

  private int skip(int from, boolean commas) {
    int next = from;
    while (next < end && separates(text[next]) && (commas || text[next] != ',')) {
      next++;
    }
    return next;
  }

  private void readRow(int start) {
    if (row == nodes) {
      throw wrong("exceeds the number of nodes; the machine has " + nodes);
    }
    int next = start;
    int column = 0;
    while (next < end) {
      final int first = next;
      while (next < end && !separates(text[next])) {
        next++;
      }
      if (column == nodes || next == first) {
        throw wrong("is not a line of %s numbers, one for each node".formatted(nodes));
      }
      number(first, next, column++);
      next = skip(next, false);
      if (next < end && text[next] == ',') {
        next = skip(next + 1, false);
      }
    }
    if (column != nodes) {
      throw wrong("has %s numbers; write %s, one for each node".formatted(column, nodes));
    }
    row++;
  }

  private void number(int first, int behind, int column) {
    final String word = new String(text, first, behind - first, StandardCharsets.ISO_8859_1);
    final BigDecimal value;
    try {
      if (word.length() > LONGEST_NUMBER) {
        throw new NumberFormatException();
      }
      value = new BigDecimal(word);
    } catch (NumberFormatException e) {
      throw wrong("has a word in column %s that is not a number".formatted(column + 1));
    }
    if (value.signum() == 0) {
      return;
    }
    if (value.signum() < 0) {
      throw wrong("has a negative number in column %s".formatted(column + 1));
    }
    if (column == row) {
      throw wrong("lets a node send to itself, which needs no network; write 0 there");
    }
    add(column, value.stripTrailingZeros());
  }

  private void add(int column, BigDecimal value) {
    if (value.precision() - Math.min(value.scale(), 0) > MOST_DIGITS
        || value.scale() > MOST_DIGITS) {
      throw wrong(
          "has a number of more than %s digits or decimals in column %s; round it"
              .formatted(MOST_DIGITS, column + 1));
    }
    if (entries == MOST_ENTRIES) {
      throw wrong("exceeds the limit; at most " + MOST_ENTRIES + " numbers above 0 are read");
    }
    if (entries == digits.length) {
      final int more = Math.min(2 * entries, MOST_ENTRIES);
      sources = Arrays.copyOf(sources, more);
      destinations = Arrays.copyOf(destinations, more);
      digits = Arrays.copyOf(digits, more);
      decimals = Arrays.copyOf(decimals, more);
    }
    final int scale = Math.max(value.scale(), 0);
    sources[entries] = row;
    destinations[entries] = column;
    digits[entries] = value.movePointRight(scale).longValueExact();
    decimals[entries] = (byte) scale;
    mostDecimals = Math.max(mostDecimals, scale);
    entries++;
  }

  /** Multiplies all numbers by the power of ten that makes them integers. */
  private TrafficMatrix scaled() {
    if (entries == 0) {
      throw new IllegalArgumentException("has no number above 0");
    }
    final long[] powers = new long[MOST_DIGITS + 1];
    powers[0] = 1;
    for (int i = 1; i <= MOST_DIGITS; i++) {
      powers[i] = 10 * powers[i - 1];
    }
    long total = 0;
    for (int entry = 0; entry < entries; entry++) {
      final long factor = powers[mostDecimals - decimals[entry]];
      final boolean fits = digits[entry] < TrafficMatrix.MOST / factor;
      digits[entry] = fits ? digits[entry] * factor : 0;
      total += digits[entry];
      if (!fits || total >= TrafficMatrix.MOST) {
        throw new IllegalArgumentException(
            mostDecimals == 0
                ? "has a sum of 2^45 or more; use a larger unit"
                : ("has numbers with up to %s decimals, and as integers they make 2^45 or more;"
                        + " round them to fewer")
                    .formatted(mostDecimals));
      }
    }
    return new TrafficMatrix(
        nodes,
        Arrays.copyOf(sources, entries),
        Arrays.copyOf(destinations, entries),
        Arrays.copyOf(digits, entries));
  }

  private IllegalArgumentException wrong(String what) {
    final StringBuilder shown = new StringBuilder();
    for (int i = skip(at, true); i < end && shown.length() < LONGEST_SHOWN; i++) {
      final char letter = (char) text[i];
      shown.append(letter >= ' ' && letter <= '~' ? letter : '?');
    }
    return new IllegalArgumentException(
        "line " + line + ", \"" + shown.toString().strip() + "\", " + what);
  }
}
