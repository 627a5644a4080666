package io.hopwright.models.program.htsim;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Flows and triggers of a connection matrix, in the order of the file. */
final class Flows {
  /** In place of the number of a trigger. */
  static final int NO_TRIGGER = 0;

  int nodes;
  int count;
  int[] sources = new int[16];
  int[] destinations = new int[16];
  long[] bytes = new long[16];

  /** Start times in ps, of flows without a trigger. */
  long[] starts = new long[16];

  int[] triggers = new int[16];
  int[] sendDone = new int[16];
  int[] receiveDone = new int[16];
  int[] lines = new int[16];

  final Map<Integer, Trigger> declared = new TreeMap<>();

  /** Conditions of triggers, and the flows that they start. */
  enum Kind {
    /** One flow is done: all flows of the trigger start. */
    ONESHOT,
    /** The k-th flow is done: the k-th flow of the trigger starts. */
    MULTISHOT,
    /** A number of flows is done: all flows of the trigger start. */
    BARRIER
  }

  /**
   * A trigger.
   *
   * @param count of flows that a barrier waits for; 0 if it is not given
   */
  record Trigger(int line, Kind kind, int count) {}

  /** Adds a flow. */
  void add(int source, int destination, int line) {
    if (count == sources.length) {
      final int more = count + count / 2;
      sources = Arrays.copyOf(sources, more);
      destinations = Arrays.copyOf(destinations, more);
      bytes = Arrays.copyOf(bytes, more);
      starts = Arrays.copyOf(starts, more);
      triggers = Arrays.copyOf(triggers, more);
      sendDone = Arrays.copyOf(sendDone, more);
      receiveDone = Arrays.copyOf(receiveDone, more);
      lines = Arrays.copyOf(lines, more);
    }
    sources[count] = source;
    destinations[count] = destination;
    lines[count] = line;
    count++;
  }
}
