package io.hopwright.models.program.goal;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.GraphCheck;
import io.hopwright.models.program.graph.PackedGraph;
import io.hopwright.models.program.language.Keywords;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reader of GOAL text, rank by rank: docs/models/goal.md. Takes time proportional to the text, and
 * memory proportional to the largest rank. Confined to one thread.
 */
final class GoalText {
  /** The word that it begins with. */
  static final String FIRST_WORD = "num_ranks";

  /** Byte order mark that some editors put before UTF-8. */
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final int MOST_MISTAKES = 100;
  private static final int MOST_LINE = 1 << 16;
  private static final int EXCERPT = 40;
  private static final int MOST_TOKENS = 64;
  private static final int MOST_UNIT = 255;
  static final long MOST_NANOSECONDS = 9_000_000_000_000_000L;
  private static final int OUTSIDE = -1;

  /** Rank whose number is invalid. */
  private static final int UNKNOWN = -2;

  /** Stands for the operation of a line with an error. */
  private static final int FAILED = -1;

  private static final Set<String> OF_LOG_GOP_SIM_2 =
      Set.of("put", "get", "append", "tput", "tget", "tappend", "test", "calcgem5");

  /** {@code rank 0{}}. */
  private static final int LEAST_RANK = 8;

  private final String name;
  private final long bytes;
  private final InputStream in;
  private final Sink sink;
  private final List<String> mistakes = new ArrayList<>();

  /** The line without its comments, which are blanks. */
  private final byte[] line = new byte[MOST_LINE];

  private int length;
  private int number;
  private boolean inComment;

  /** Start of the last comment of several lines. */
  private int commentLine;

  private int commentColumn;
  private boolean atEnd;

  /** Positions of the tokens of the line. */
  private final int[] begins = new int[MOST_TOKENS];

  private final int[] ends = new int[MOST_TOKENS];
  private int tokens;

  /** The next one. */
  private int at;

  private int ranks = Program.ANY_RANKS;
  private boolean ranksKnown;
  private int rank = OUTSIDE;
  private int rankLine;
  private final Map<Integer, Integer> seen = new HashMap<>();
  private final GraphBuilder builder = new GraphBuilder();
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Dependency> ahead = new ArrayList<>();

  /**
   * Error of the first line with each word of another dialect, and number of further lines with it.
   */
  private final Map<String, Foreign> foreign = new LinkedHashMap<>();

  /** Receiver of the text's operations. */
  @FunctionalInterface
  interface Sink {
    /** Takes the number of ranks, before the first one comes. */
    default void ranks(int ranks) throws IOException {}

    /** A rank is complete; the builder is used again. */
    void rank(int rank, GraphBuilder operations) throws IOException;
  }

  /** Dependency on a label that has not been read yet. */
  private record Dependency(String waiting, String on, boolean beginning, int line, int column) {}

  /** Word of another dialect. */
  private static final class Foreign {
    private final int mistake;
    private int more;

    Foreign(int mistake) {
      this.mistake = mistake;
    }
  }

  /** Error in the current line from the current position. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;
    private final int token;

    /**
     * Creates the error.
     *
     * @param message null if it has been reported
     */
    Wrong(int token, String message) {
      super(message);
      this.token = token;
    }
  }

  private GoalText(String name, long bytes, InputStream in, Sink sink) {
    this.name = name;
    this.bytes = bytes;
    this.in = new BufferedInputStream(in, 1 << 16);
    this.sink = sink;
  }

  /**
   * Reads a text.
   *
   * @param name of the file, for messages
   * @param bytes that it has
   * @param sink takes the ranks in the order of the text; those of a text with errors, too
   * @return the number of ranks
   * @throws ProgramException with all errors, up to 100, each with line and column
   */
  static int read(String name, long bytes, InputStream in, Sink sink) throws IOException {
    final GoalText text = new GoalText(name, bytes, in, sink);
    text.read();
    text.countForeign();
    if (!text.mistakes.isEmpty()) {
      throw new ProgramException(text.mistakes);
    }
    return text.ranks;
  }

  private void read() throws IOException {
    skipMark(in);
    while (!atEnd && mistakes.size() < MOST_MISTAKES) {
      try {
        nextLine();
        statements();
      } catch (Wrong e) {
        wrong(e);
      }
    }
    if (mistakes.size() >= MOST_MISTAKES) {
      return;
    }
    if (inComment) {
      mistakes.add(
          "%s:%s:%s: a comment begins here, and has no */ at its end"
              .formatted(name, commentLine, commentColumn));
    } else if (rank != OUTSIDE) {
      mistakes.add(
          "%s:%s: %s has no } at its end"
              .formatted(name, rankLine, rank == UNKNOWN ? "the rank" : "rank " + rank));
    } else if (!ranksKnown) {
      if (mistakes.isEmpty()) {
        mistakes.add(name + ": has no " + FIRST_WORD + "; GOAL begins with it");
      }
    } else if (seen.size() < ranks && mistakes.isEmpty()) {
      int missing = 0;
      while (seen.containsKey(missing)) {
        missing++;
      }
      mistakes.add(
          ("%s: has %s of %s ranks, but no rank %s; write a rank without operations if it"
                  + " does nothing")
              .formatted(name, seen.size(), ranks, missing));
    }
  }

  private void countForeign() {
    for (Foreign word : foreign.values()) {
      if (word.more > 0) {
        mistakes.set(
            word.mistake,
            "%s (and %s more %s)"
                .formatted(
                    mistakes.get(word.mistake), word.more, word.more == 1 ? "line" : "lines"));
      }
    }
  }

  private void wrong(Wrong e) {
    if (e.getMessage() == null) {
      return;
    }
    final boolean there = e.token < tokens;
    final int begin = there ? begins[e.token] : length;
    final String excerpt = there ? text(e.token) : "";
    mistake(
        number,
        begin + 1,
        (excerpt.isEmpty() ? "the end of the line" : excerpt) + ": " + e.getMessage());
  }

  private void mistake(int line, int column, String message) {
    mistakes.add(
        "%s:%s:%s: %s%s"
            .formatted(name, line, column, rank < 0 ? "" : "rank " + rank + ": ", message));
  }

  /** Skips a byte order mark, if the text begins with one. */
  static void skipMark(InputStream in) throws IOException {
    in.mark(MARK.length);
    if (!Arrays.equals(in.readNBytes(MARK.length), MARK)) {
      in.reset();
    }
  }

  // ---------------------------------------------------------------- lines and tokens

  private void nextLine() throws IOException, Wrong {
    number++;
    length = 0;
    tokens = 0;
    at = 0;
    int last = ' ';
    boolean skipping = false;
    while (true) {
      final int c = in.read();
      if (c < 0 || c == '\n') {
        atEnd = c < 0;
        break;
      }
      if (skipping) {
        continue;
      }
      final boolean ends = inComment && last == '*' && c == '/';
      if (!inComment && last == '/' && (c == '/' || c == '*')) {
        line[--length] = ' ';
        length++;
        skipping = c == '/';
        inComment = c == '*';
        commentLine = number;
        commentColumn = length;
        last = ' ';
        put(' ');
        continue;
      }
      put(inComment ? ' ' : c);
      inComment &= !ends;
      last = ends ? ' ' : c;
    }
    split();
  }

  private void put(int c) throws IOException, Wrong {
    if (length == MOST_LINE) {
      // The rest of the line is not looked at.
      for (int rest = in.read(); rest >= 0 && rest != '\n'; ) {
        rest = in.read();
      }
      throw new Wrong(0, "has more than " + MOST_LINE + " characters in its line");
    }
    line[length++] = (byte) c;
  }

  private void split() throws Wrong {
    int i = 0;
    while (i < length) {
      if (line[i] == ' ' || line[i] == '\t' || line[i] == '\r') {
        i++;
        continue;
      }
      if (tokens == MOST_TOKENS) {
        throw new Wrong(tokens - 1, "a line has at most " + MOST_TOKENS + " words");
      }
      begins[tokens] = i++;
      if (isWord(line[i - 1])) {
        while (i < length && isWord(line[i])) {
          i++;
        }
      }
      ends[tokens++] = i;
    }
  }

  private static boolean isWord(byte c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  private String text(int token) {
    final int end = Math.min(ends[token], begins[token] + EXCERPT);
    final StringBuilder text = new StringBuilder();
    for (int i = begins[token]; i < end; i++) {
      text.append(line[i] > ' ' && line[i] < 127 ? (char) line[i] : '?');
    }
    return text.toString();
  }

  private boolean is(int token, String word) {
    if (token >= tokens || ends[token] - begins[token] != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (line[begins[token] + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean take(String word) {
    final boolean there = is(at, word);
    at += there ? 1 : 0;
    return there;
  }

  private void expect(String word, String after) throws Wrong {
    if (!take(word)) {
      throw new Wrong(at, "expected " + word + " after " + after);
    }
  }

  /** Takes a number from {@code min} on, of which only −1 may be below 0. */
  private long number(String what, long min, long max) throws Wrong {
    if (at >= tokens) {
      throw new Wrong(at, "expected " + what);
    }
    final boolean minus = line[begins[at]] == '-' && min < 0;
    final long value = digits(begins[at] + (minus ? 1 : 0), ends[at]);
    if (value < 0) {
      throw new Wrong(at, "expected " + what + ", a number");
    }
    final long signed = minus ? -value : value;
    if (signed < min || signed > max) {
      throw new Wrong(at, what + " is a number of " + min + " to " + max);
    }
    at++;
    return signed;
  }

  /**
   * Returns a number, {@code Long.MAX_VALUE} if it does not fit, −1 if the text is not a number.
   */
  private long digits(int begin, int end) {
    long value = begin < end ? 0 : -1;
    for (int i = begin; i < end; i++) {
      if (line[i] < '0' || line[i] > '9') {
        return -1;
      }
      value = value > (Long.MAX_VALUE - 9) / 10 ? Long.MAX_VALUE - 9 : value * 10 + (line[i] - '0');
    }
    return value;
  }

  private boolean isLabel(int token) {
    if (token >= tokens) {
      return false;
    }
    final byte first = line[begins[token]];
    for (int i = begins[token]; i < ends[token]; i++) {
      if (line[i] == '-') {
        return false;
      }
    }
    return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  }

  private String label(int token) {
    return new String(
        line, begins[token], ends[token] - begins[token], StandardCharsets.ISO_8859_1);
  }

  // ---------------------------------------------------------------- statements

  private void statements() throws IOException, Wrong {
    while (at < tokens) {
      if (rank == OUTSIDE) {
        outside();
      } else if (take("}")) {
        close();
      } else if (rank != UNKNOWN || !take("{")) {
        inside();
      }
    }
  }

  private void outside() throws IOException, Wrong {
    if (take(FIRST_WORD)) {
      if (ranksKnown) {
        throw new Wrong(at - 1, "appears twice");
      }
      ranksKnown = true;
      // Until the number is found to be valid, so that a wrong one makes no further errors.
      ranks = Job.MOST_RANKS;
      final int many = (int) number("the number of ranks", 1, Job.MOST_RANKS);
      if (many > bytes / LEAST_RANK) {
        throw new Wrong(at - 1, "ranks are more than a text of " + bytes + " B can have");
      }
      ranks = many;
      sink.ranks(ranks);
      return;
    }
    if (!take("rank")) {
      throw new Wrong(at, "expected " + (ranksKnown ? "rank" : FIRST_WORD));
    }
    if (!ranksKnown) {
      wrong(new Wrong(at - 1, "expected " + FIRST_WORD + " and the number of ranks before it"));
      ranksKnown = true;
      ranks = Job.MOST_RANKS;
    }
    rankLine = number;
    try {
      final int mine = (int) number("the rank", 0, ranks - 1L);
      expect("{", "the rank");
      rank = mine;
    } catch (Wrong e) {
      wrong(e);
      rank = UNKNOWN;
      while (at < tokens && !is(at, "{")) {
        at++;
      }
      at = Math.min(at + 1, tokens);
      return;
    }
    final Integer before = seen.putIfAbsent(rank, number);
    if (before != null) {
      mistake(number, 1, "is also in line " + before + "; each rank appears once");
    }
  }

  private void inside() throws Wrong {
    final int first = at;
    try {
      statement();
      if (at < tokens && !is(at, "}")) {
        throw new Wrong(at, "expected the end of the line");
      }
    } catch (Wrong e) {
      if (isLabel(first) && !isDependency(first)) {
        labels.putIfAbsent(label(first), FAILED);
      }
      throw e;
    }
  }

  private boolean isDependency(int token) {
    return is(token + 1, "requires") || is(token + 1, "irequires");
  }

  private void statement() throws Wrong {
    if (isLabel(at) && isDependency(at)) {
      final String waiting = label(at);
      final boolean beginning = is(at + 1, "irequires");
      final int first = at;
      at += 2;
      if (!isLabel(at)) {
        throw new Wrong(at, "expected the label of an operation of this rank");
      }
      depend(new Dependency(waiting, label(at++), beginning, number, begins[first] + 1));
      return;
    }
    String label = null;
    final int labelAt = at;
    if (is(at + 1, ":")) {
      if (!isLabel(at)) {
        throw new Wrong(at, "a label is a letter, followed by letters, digits and _");
      }
      label = label(at);
      at += 2;
    }
    final int operation = operation(label != null);
    final Integer other = label == null ? null : labels.putIfAbsent(label, operation);
    if (other != null && other != FAILED) {
      throw new Wrong(labelAt, "is also the label of another operation of this rank");
    }
  }

  private int operation(boolean labelled) throws Wrong {
    if (builder.operations() == OperationGraph.MOST_OPERATIONS) {
      throw new Wrong(at, "a rank has at most " + OperationGraph.MOST_OPERATIONS + " operations");
    }
    if (take("calc")) {
      final long nanoseconds = number("the ns of calc", 0, MOST_NANOSECONDS);
      final int cpu = take("cpu") ? (int) number("cpu", 0, MOST_UNIT) : 0;
      return builder.add(OperationGraph.CALC, 0, nanoseconds, 0, cpu, 0, number);
    }
    final boolean send = take("send");
    if (!send && !take("recv")) {
      checkDialect();
      throw new Wrong(
          at,
          "expected send, recv or calc"
              + (labelled ? "" : ", a label and :, or a label and requires or irequires"));
    }
    final long length = bytes();
    expect(send ? "to" : "from", "the bytes");
    final int peer = (int) number("the rank", send ? 0 : OperationGraph.ANY, ranks - 1L);
    int tag = -2;
    int cpu = -1;
    int nic = -1;
    for (boolean more = true; more; ) {
      if (tag == -2 && take("tag")) {
        tag = (int) number("the tag", send ? 0 : OperationGraph.ANY, Integer.MAX_VALUE);
      } else if (cpu < 0 && take("cpu")) {
        cpu = (int) number("cpu", 0, MOST_UNIT);
      } else if (nic < 0 && take("nic")) {
        nic = (int) number("nic", 0, MOST_UNIT);
      } else {
        more = false;
      }
    }
    return builder.add(
        send ? OperationGraph.SEND : OperationGraph.RECEIVE,
        peer,
        length,
        tag == -2 ? 0 : tag,
        Math.max(cpu, 0),
        Math.max(nic, 0),
        number);
  }

  /** Reports a word of another dialect as such, and each such word once. */
  private void checkDialect() throws Wrong {
    if (!isLabel(at)) {
      return;
    }
    final String word = label(at);
    final boolean portals = OF_LOG_GOP_SIM_2.contains(word);
    if (!portals && !Keywords.STATEMENTS.contains(word)) {
      return;
    }
    final Foreign before = foreign.get(word);
    if (before != null) {
      before.more++;
      throw new Wrong(at, null);
    }
    foreign.put(word, new Foreign(mistakes.size()));
    throw new Wrong(
        at,
        portals
            ? "an operation of LogGOPSim2's GOAL (Portals 4), which is not read; write send, recv"
                + " and calc"
            : "a word of program texts, which GOAL does not have; write send, recv and calc");
  }

  /** Takes {@code 8b} or {@code 8 b}. */
  private long bytes() throws Wrong {
    final int token = at;
    final boolean together = at < tokens && line[ends[at] - 1] == 'b';
    final int end = at < tokens ? ends[at] - (together ? 1 : 0) : 0;
    final long length = at < tokens ? digits(begins[at], end) : -1;
    at++;
    if (length < 0 || !(together || take("b"))) {
      throw new Wrong(token, "expected the bytes of the message, as in 8b");
    }
    if (length > Operation.MOST_BYTES) {
      throw new Wrong(token, "a message has 0 to " + Operation.MOST_BYTES + " bytes");
    }
    return length;
  }

  private void depend(Dependency dependency) {
    final Integer waiting = labels.get(dependency.waiting);
    final Integer on = labels.get(dependency.on);
    if (waiting == null || on == null) {
      ahead.add(dependency);
    } else if (waiting != FAILED && on != FAILED) {
      builder.depend(waiting, on, dependency.beginning);
    }
  }

  private void close() throws IOException {
    final List<Dependency> open = List.copyOf(ahead);
    ahead.clear();
    for (Dependency dependency : open) {
      final String unknown =
          labels.containsKey(dependency.waiting) ? dependency.on : dependency.waiting;
      if (labels.containsKey(unknown)) {
        depend(dependency);
      } else if (mistakes.size() < MOST_MISTAKES) {
        mistake(
            dependency.line,
            dependency.column,
            unknown + " is not the label of an operation of this rank");
      }
    }
    if (mistakes.isEmpty()) {
      final OperationGraph graph = builder.graph();
      final List<Integer> cycle = GraphCheck.cycle(graph);
      if (!cycle.isEmpty()) {
        final int[] lines = cycle.stream().mapToInt(graph::line).toArray();
        mistake(lines[0], 1, cycle("lines", lines));
      } else {
        sink.rank(rank, builder);
      }
    }
    rank = OUTSIDE;
    builder.clear();
    labels.clear();
  }

  /** Returns the error for operations that wait for each other, named by numbers. */
  static String cycle(String what, int[] numbers) {
    return "operations wait for each other, in "
        + what
        + " "
        + String.join(
            " → ", Arrays.stream(numbers).mapToObj(Integer::toString).toArray(String[]::new))
        + "; leave a dependency out";
  }

  // ---------------------------------------------------------------- what it needs

  /** Returns about how many bytes a text needs as a program, from its lines. */
  static long need(InputStream in) throws IOException {
    final BufferedInputStream text = new BufferedInputStream(in, 1 << 16);
    long dependencies = 0;
    long lines = 0;
    boolean dependency = false;
    boolean something = false;
    for (int c = text.read(); c >= 0; c = text.read()) {
      if (c == '\n') {
        lines += something ? 1 : 0;
        dependencies += dependency ? 1 : 0;
        something = false;
        dependency = false;
      } else {
        something |= c > ' ';
        dependency |= c == 'q';
      }
    }
    return dependencies * Integer.BYTES
        + (lines - dependencies) * (PackedGraph.RECORD + 2L * Integer.BYTES + Long.BYTES);
  }
}
