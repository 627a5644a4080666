package io.hopwright.models.program.htsim;

import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.trace.TraceLines;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reader of the lines of a connection matrix. Confined to one thread. */
final class FlowReader {
  /** The most nodes: the most that a machine has. */
  static final int MOST_NODES = 1 << 20;

  /** Starts are below: 10⁶ s. */
  private static final double MOST_PICOSECONDS = 1e18;

  private static final String ARROW = "->";
  private static final String NODES = "Nodes";

  private final TraceLines lines;
  private final Flows flows = new Flows();
  private final Set<Integer> ids = new HashSet<>();
  private long connections = -1;
  private long triggers = -1;
  private boolean nodesKnown;

  /** The words of the line, and the next of them. */
  private List<String> words;

  private int at;

  /** Error in the current line. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;

    Wrong(String message) {
      super(message);
    }
  }

  FlowReader(TraceLines lines) {
    this.lines = lines;
  }

  /** Returns what the text says; errors are noted at its lines. */
  Flows read() throws IOException {
    while (lines.next()) {
      words = lines.words();
      at = 0;
      try {
        line();
      } catch (Wrong e) {
        lines.wrong(e.getMessage());
      }
    }
    if (!nodesKnown) {
      lines.wrong(0, "has no line \"Nodes N\"; add the number of nodes");
    }
    if (!lines.hasErrors()) {
      compare("Connections", connections, flows.count);
      compare("Triggers", triggers, flows.declared.size());
    }
    return flows;
  }

  private void compare(String what, long said, int there) {
    if (said >= 0 && said != there) {
      lines.wrong(
          0,
          "%s %s, but the file has %s; was it cut short? Correct the number"
              .formatted(what, said, there));
    }
  }

  private void line() throws Wrong {
    final String word = next("a word");
    if (word.contains(ARROW)) {
      flow(word);
      return;
    }
    switch (word) {
      case NODES -> {
        flows.nodes = (int) number(NODES, 1, MOST_NODES);
        nodesKnown = true;
      }
      case "Connections" -> connections = number(word, 0, Integer.MAX_VALUE);
      case "Triggers" -> triggers = number(word, 0, Integer.MAX_VALUE);
      case "Failures" -> refuseFailures(number(word, 0, Integer.MAX_VALUE));
      case "failure" -> refuseFailures(1);
      case "trigger" -> trigger();
      default ->
          throw new Wrong(
              "is not a line of a connection matrix; write SRC->DST, trigger, Nodes,"
                  + " Connections or Triggers");
    }
    if (!word.equals("failure") && at < words.size()) {
      throw new Wrong("continues after its end with " + words.get(at) + "; remove that");
    }
  }

  private static void refuseFailures(long count) throws Wrong {
    if (count > 0) {
      throw new Wrong(
          "fails a link of htsim's fat tree, which no machine here has; remove it, and"
              + " use the fault keys of the machine");
    }
  }

  private void flow(String pair) throws Wrong {
    final int arrow = pair.indexOf(ARROW);
    final int source = node(pair.substring(0, arrow));
    final int destination = node(pair.substring(arrow + ARROW.length()));
    if (flows.count == OperationGraph.MOST_OPERATIONS) {
      throw new Wrong("exceeds the limit of flows; a file has at most " + flows.count);
    }
    long size = 0;
    boolean sized = false;
    boolean started = false;
    int id = 0;
    long start = 0;
    int trigger = Flows.NO_TRIGGER;
    int sendDone = Flows.NO_TRIGGER;
    int receiveDone = Flows.NO_TRIGGER;
    while (at < words.size()) {
      final String word = next("a word");
      switch (word) {
        case "start" -> {
          start = picoseconds();
          started = true;
        }
        case "size" -> {
          size = number(word, 0, Operation.MOST_BYTES);
          sized = true;
        }
        case "id" -> id = identifier(word);
        case "trigger" -> trigger = identifier(word);
        case "send_done_trigger" -> sendDone = identifier(word);
        case "recv_done_trigger" -> receiveDone = identifier(word);
        // Priorities of packets, which no machine here has between flows.
        case "prio", "priority" -> number(word, 0, Integer.MAX_VALUE);
        default ->
            throw new Wrong(
                "has the word %s; there are start, size, id, trigger, send_done_trigger,"
                        .formatted(word)
                    + " recv_done_trigger and prio");
      }
    }
    if (!sized || size == 0) {
      throw new Wrong(
          "has no size, which means a flow without an end in htsim; write size BYTES above 0");
    }
    if (started == (trigger != Flows.NO_TRIGGER)) {
      throw new Wrong(
          started
              ? "has both a start and a trigger; write one of them"
              : "has neither a start nor a trigger; write start 0, or trigger ID");
    }
    if (id != 0 && !ids.add(id)) {
      throw new Wrong("has the id " + id + " of another flow; write another one");
    }
    flows.add(source, destination, lines.number());
    final int flow = flows.count - 1;
    flows.bytes[flow] = size;
    flows.starts[flow] = start;
    flows.triggers[flow] = trigger;
    flows.sendDone[flow] = sendDone;
    flows.receiveDone[flow] = receiveDone;
  }

  private int node(String digits) throws Wrong {
    if (!nodesKnown) {
      throw new Wrong("comes before \"Nodes N\"; write the number of nodes first");
    }
    return (int) value("node", digits, 0, flows.nodes - 1L);
  }

  private void trigger() throws Wrong {
    int id = Flows.NO_TRIGGER;
    int count = 0;
    Flows.Kind kind = null;
    while (at < words.size()) {
      final String word = next("a word");
      switch (word) {
        case "id" -> id = identifier(word);
        case "count" -> count = (int) number(word, 0, Integer.MAX_VALUE);
        case "oneshot", "multishot", "barrier" ->
            kind = Flows.Kind.valueOf(word.toUpperCase(Locale.ROOT));
        default ->
            throw new Wrong(
                "has the word %s; there are id, oneshot, multishot, barrier and count"
                    .formatted(word));
      }
    }
    if (id == Flows.NO_TRIGGER || kind == null) {
      throw new Wrong(
          "has no " + (kind == null ? "kind" : "id") + "; write trigger id ID oneshot, or barrier");
    }
    final Flows.Trigger before =
        flows.declared.put(id, new Flows.Trigger(lines.number(), kind, count));
    if (before != null) {
      throw new Wrong("has the id of the trigger of line " + before.line() + "; write another one");
    }
  }

  private String next(String what) throws Wrong {
    if (at == words.size()) {
      throw new Wrong("ends where " + what + " is missing; complete the line");
    }
    return words.get(at++);
  }

  private int identifier(String what) throws Wrong {
    return (int) number(what, 1, Integer.MAX_VALUE);
  }

  private long number(String what, long least, long most) throws Wrong {
    return value(what, next("a number behind " + what), least, most);
  }

  private static long value(String what, String digits, long least, long most) throws Wrong {
    long value = digits.isEmpty() ? -1 : 0;
    for (int i = 0; i < digits.length() && value >= 0; i++) {
      final int digit = digits.charAt(i) - '0';
      value = digit < 0 || digit > 9 || value > Operation.MOST_BYTES ? -1 : value * 10 + digit;
    }
    if (value < least || value > most) {
      throw new Wrong(
          "has %s %s, which is not an integer from %s to %s"
              .formatted(what, digits.isEmpty() ? "left out" : digits, least, most));
    }
    return value;
  }

  private long picoseconds() throws Wrong {
    final String text = next("a number behind start");
    try {
      final double value = Double.parseDouble(text);
      if (value >= 0 && value < MOST_PICOSECONDS) {
        return Math.round(value);
      }
    } catch (NumberFormatException e) {
      throw new Wrong("has start " + text + ", which is not a number of picoseconds");
    }
    throw new Wrong("has start " + text + "; starts are 0 to 10^18 ps");
  }
}
