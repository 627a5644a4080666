package io.hopwright.models.run;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.traffic.TrafficMatrix;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Reader of a traffic matrix: a CSV file with a row {@code source,destination,weight} of integers
 * for each pair of nodes with traffic, in any order. The first row can be a heading, which begins
 * with a letter. Empty lines, lines that begin with {@code #}, and the byte order mark of UTF-8 are
 * skipped. A file whose first row has as many numbers as the machine has nodes is a {@link
 * DenseMatrix}.
 */
final class MatrixFile {
  private static final int COLUMNS = 3;
  private static final int MOST_ENTRIES = 10_000_000;
  private static final int LONGEST_SHOWN = 40;
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] text;
  private final int nodes;
  private int at;
  private int end;
  private int line;
  private boolean begun;
  private int entries;
  private int[] lines = new int[16];
  private int[] sources = new int[16];
  private int[] destinations = new int[16];
  private long[] weights = new long[16];
  private long total;

  private MatrixFile(byte[] text, int nodes) {
    this.text = text;
    this.nodes = nodes;
  }

  /**
   * Reads a file for a machine of {@code nodes} nodes.
   *
   * @throws SettingsException with the line and the error
   */
  static TrafficMatrix read(InputFile file, Key<?> key, int nodes) {
    try {
      return new MatrixFile(file.bytes(), nodes).read();
    } catch (IOException e) {
      throw mistake(key, "cannot be read: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw mistake(key, e.getMessage());
    }
  }

  private static SettingsException mistake(Key<?> key, String message) {
    return new SettingsException(key.name(), message);
  }

  private TrafficMatrix read() {
    at =
        Arrays.equals(text, 0, Math.min(MARK.length, text.length), MARK, 0, MARK.length)
            ? MARK.length
            : 0;
    final int begin = at;
    final int row = firstRow();
    at = row;
    if (DenseMatrix.isLine(text, row, endOfLine(), nodes)) {
      return DenseMatrix.read(text, begin, nodes);
    }
    at = begin;
    while (at < text.length) {
      line++;
      end = endOfLine();
      readLine();
      at = end + 1;
    }
    if (entries == 0) {
      throw new IllegalArgumentException(
          "has no row; write one for each pair, source,destination,weight, as in 0,5,100");
    }
    return sorted();
  }

  /** Returns where the first line begins that is neither empty nor a comment. */
  private int firstRow() {
    while (at < text.length) {
      end = endOfLine();
      final int start = skipBlanks(at);
      if (start < end && text[start] != '#') {
        return start;
      }
      at = end + 1;
    }
    return text.length;
  }

  private int endOfLine() {
    int next = at;
    while (next < text.length && text[next] != '\n') {
      next++;
    }
    return next;
  }

  private void readLine() {
    final int start = skipBlanks(at);
    if (start == end || text[start] == '#') {
      return;
    }
    final boolean heading = !begun && isHeading(start);
    begun = true;
    if (heading) {
      return;
    }
    final long[] fields = new long[COLUMNS];
    int next = start;
    for (int field = 0; field < COLUMNS; field++) {
      next = number(next, field, fields);
    }
    add(fields);
  }

  private boolean isHeading(int start) {
    final int letter = text[start] == '"' && start + 1 < end ? start + 1 : start;
    // Of letters beyond ASCII, each byte is negative.
    return text[letter] < 0 || Character.isLetter(text[letter]);
  }

  /** Reads a field and what separates it from the next one; returns where that begins. */
  private int number(int from, int field, long[] fields) {
    int next = skipBlanks(from);
    final int first = next;
    long value = 0;
    while (next < end && text[next] >= '0' && text[next] <= '9') {
      value = value * 10 + text[next] - '0';
      if (value >= TrafficMatrix.MOST) {
        throw wrong("has a number of 2^45 or more; use a larger unit");
      }
      next++;
    }
    final boolean digits = next > first;
    next = skipBlanks(next);
    final boolean last = field == COLUMNS - 1;
    final boolean separated = last ? next == end : next < end && text[next] == ',';
    if (!digits || !separated) {
      throw wrong("is not a row of three integers, source,destination,weight, as in 0,5,100");
    }
    fields[field] = value;
    return next + 1;
  }

  private int skipBlanks(int from) {
    int next = from;
    while (next < end && (text[next] == ' ' || text[next] == '\t' || text[next] == '\r')) {
      next++;
    }
    return next;
  }

  private void add(long[] fields) {
    for (int field = 0; field < 2; field++) {
      if (fields[field] >= nodes) {
        throw wrong("names node " + fields[field] + ", but nodes are 0 to " + (nodes - 1));
      }
    }
    if (fields[0] == fields[1]) {
      throw wrong("lets a node send to itself, which needs no network; leave the row out");
    }
    if (fields[2] == 0) {
      return;
    }
    total += fields[2];
    if (total >= TrafficMatrix.MOST) {
      throw wrong("brings the sum of all weights to 2^45 or more; use a larger unit");
    }
    if (entries == MOST_ENTRIES) {
      throw wrong("exceeds the limit of rows, at most " + MOST_ENTRIES + " are read");
    }
    if (entries == weights.length) {
      grow();
    }
    lines[entries] = line;
    sources[entries] = (int) fields[0];
    destinations[entries] = (int) fields[1];
    weights[entries] = fields[2];
    entries++;
  }

  private void grow() {
    final int more = Math.min(2 * entries, MOST_ENTRIES);
    lines = Arrays.copyOf(lines, more);
    sources = Arrays.copyOf(sources, more);
    destinations = Arrays.copyOf(destinations, more);
    weights = Arrays.copyOf(weights, more);
  }

  private IllegalArgumentException wrong(String what) {
    final int start = skipBlanks(at);
    final StringBuilder shown = new StringBuilder();
    for (int i = start; i < end && shown.length() < LONGEST_SHOWN; i++) {
      final char letter = (char) text[i];
      shown.append(letter >= ' ' && letter <= '~' ? letter : '?');
    }
    return new IllegalArgumentException(
        "line " + line + ", \"" + shown.toString().strip() + "\", " + what);
  }

  private TrafficMatrix sorted() {
    final int[] order =
        IntStream.range(0, entries)
            .boxed()
            .sorted(Comparator.<Integer>comparingLong(this::pair).thenComparingInt(i -> lines[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    final int[] from = new int[entries];
    final int[] to = new int[entries];
    final long[] weight = new long[entries];
    for (int i = 0; i < entries; i++) {
      final int entry = order[i];
      from[i] = sources[entry];
      to[i] = destinations[entry];
      weight[i] = weights[entry];
      if (i > 0 && from[i] == from[i - 1] && to[i] == to[i - 1]) {
        throw new IllegalArgumentException(
            "line %s repeats the pair %s,%s of line %s; write their sum once"
                .formatted(lines[entry], from[i], to[i], lines[order[i - 1]]));
      }
    }
    return new TrafficMatrix(nodes, from, to, weight);
  }

  private long pair(int entry) {
    return (long) sources[entry] * nodes + destinations[entry];
  }
}
