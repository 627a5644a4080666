package io.hopwright.models.program;

import java.util.Arrays;
import java.util.Optional;

/**
 * Cycle of ranks whose first messages are blocking sends: if messages are announced first, each
 * rank waits for a receive of the next rank. Memory: 16 B per rank. Confined to one thread.
 */
final class FirstSends {
  private static final int NOTHING_YET = -1;
  private static final int SOMETHING_ELSE = -2;

  /** Ranks that a warning names. */
  private static final int NAMED = 4;

  /** Receiver of each rank's first send, or one of the two constants above. */
  private final int[] receivers;

  private final int[] lines;
  private final long[] bytes;

  FirstSends(int ranks) {
    receivers = new int[ranks];
    lines = new int[ranks];
    bytes = new long[ranks];
    Arrays.fill(receivers, NOTHING_YET);
  }

  /** Processes an operation of a rank; operations without effect on others are ignored. */
  void see(int rank, Operation operation) {
    if (receivers[rank] != NOTHING_YET || operation.kind() == Operation.Kind.COMPUTE) {
      return;
    }
    final boolean send =
        operation.kind() == Operation.Kind.SEND || operation.kind() == Operation.Kind.SYNC_SEND;
    final boolean blocking = operation.request() == Operation.BLOCKING;
    if (send && !blocking) {
      return;
    }
    receivers[rank] = send && operation.peer() != rank ? operation.peer() : SOMETHING_ELSE;
    lines[rank] = operation.line();
    bytes[rank] = send ? operation.bytes() : 0;
  }

  /**
   * Sees the graph of a rank: one send that begins, and no receive before it is complete. Takes 8 B
   * for each operation.
   */
  void see(int rank, OperationGraph graph) {
    final int[] open = new int[graph.operations()];
    final int[] begun = new int[graph.operations()];
    int end = 0;
    for (int operation = 0; operation < open.length; operation++) {
      open[operation] = graph.dependencies(operation);
      if (open[operation] == 0) {
        begun[end++] = operation;
      }
    }
    int first = NOTHING_YET;
    for (int next = 0; next < end; next++) {
      final int operation = begun[next];
      final boolean calc = graph.isCalc(operation);
      if (!calc && (first != NOTHING_YET || !graph.isSend(operation))) {
        receivers[rank] = SOMETHING_ELSE;
        return;
      }
      first = calc ? first : operation;
      for (int list = calc ? 0 : 1; list < 2; list++) {
        for (int k = 0; k < graph.successors(operation, list == 1); k++) {
          final int successor = graph.successor(operation, list == 1, k);
          if (--open[successor] == 0) {
            begun[end++] = successor;
          }
        }
      }
    }
    final boolean waits = first != NOTHING_YET && end < open.length && graph.peer(first) != rank;
    receivers[rank] = waits ? graph.peer(first) : SOMETHING_ELSE;
    lines[rank] = waits ? graph.line(first) : 0;
    bytes[rank] = waits ? graph.bytes(first) : 0;
  }

  /** Returns the warning, without the name of the program's place; empty if there is no cycle. */
  Optional<Cycle> cycle() {
    final int[] seen = new int[receivers.length];
    for (int first = 0; first < receivers.length; first++) {
      int rank = first;
      while (rank >= 0 && seen[rank] == 0) {
        seen[rank] = first + 1;
        rank = receivers[rank];
      }
      if (rank >= 0 && seen[rank] == first + 1) {
        return Optional.of(from(rank));
      }
    }
    return Optional.empty();
  }

  private Cycle from(int first) {
    final StringBuilder ranks = new StringBuilder().append(first);
    long least = bytes[first];
    int count = 1;
    for (int rank = receivers[first]; rank != first; rank = receivers[rank]) {
      least = Math.min(least, bytes[rank]);
      if (++count <= NAMED) {
        ranks.append(", ").append(rank);
      }
    }
    return new Cycle(lines[first], count, ranks + (count > NAMED ? ", ..." : ""), least);
  }

  /**
   * Ranks that form a cycle of first sends.
   *
   * @param line line of the first rank's send
   * @param count number of ranks
   * @param ranks some of the ranks
   * @param bytes bytes of the smallest message
   */
  record Cycle(int line, int count, String ranks, long bytes) {
    @Override
    public String toString() {
      return ("%s ranks (%s) send first, each to the next one: with software.eagerBytes below"
              + " %s they deadlock; let some receive first, or use isend and waitall")
          .formatted(count, ranks, bytes);
    }
  }
}
