package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.collectives.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Times of collectives: a list of all completed calls. The operations of a collective are found
 * from their order, not from their contents.
 */
public final class ReferenceCollectives {
  /**
   * Completed call.
   *
   * @param what collective, algorithm, members and bytes
   */
  private record Call(String what, long ticks) {}

  /** Collective in progress at a rank. */
  private record Open(String what, long tick) {}

  private final Map<ReferenceRank, Open> open = new java.util.HashMap<>();

  /** Ranks whose last operation was a message of a collective. */
  private final Map<ReferenceRank, Boolean> messages = new java.util.HashMap<>();

  private final List<Call> calls = new ArrayList<>();

  /** Graphs of ranks, which know their calls. */
  private final List<ReferenceGraph> graphs = new ArrayList<>();

  ReferenceCollectives() {}

  /** A rank has a graph. */
  void add(ReferenceGraph graph) {
    graphs.add(graph);
  }

  /** A rank begins an operation of its program. */
  void operate(ReferenceRank rank, Operation operation, long tick) {
    final boolean message =
        switch (operation.kind()) {
          case SEND, RECEIVE -> operation.context() == Operation.COLLECTIVES;
          default -> false;
        };
    final boolean inside =
        message
            || operation.kind() == Operation.Kind.REDUCE
            || operation.kind() == Operation.Kind.JOIN
            || (operation.kind() == Operation.Kind.WAIT && messages.getOrDefault(rank, false));
    messages.put(rank, message);
    if (!inside && open.containsKey(rank)) {
      final Open over = open.remove(rank);
      calls.add(new Call(over.what, tick - over.tick));
    }
    if (operation.kind() == Operation.Kind.COLLECTIVE && operation.members() > 1) {
      open.put(
          rank,
          new Open(
              what(rank, operation.algorithm(), operation.members(), operation.bytes()), tick));
    }
  }

  private static String what(ReferenceRank rank, Algorithm algorithm, int members, long bytes) {
    return rank.jobName() + " " + algorithm.fullName() + " " + members + " " + bytes;
  }

  private List<Call> all() {
    final List<Call> all = new ArrayList<>(calls);
    for (ReferenceGraph graph : graphs) {
      for (ReferenceGraph.Call call : graph.calls()) {
        final CollectiveMark mark = call.mark();
        all.add(
            new Call(
                what(graph.rank(), mark.algorithm(), mark.members(), mark.bytes()), call.ticks()));
      }
    }
    return all;
  }

  /** Returns calls, ticks and the longest time by job, algorithm, members and bytes. */
  public Map<String, List<Long>> sums() {
    final Map<String, List<Long>> sums = new TreeMap<>();
    for (Call call : all()) {
      sums.merge(
          call.what,
          List.of(1L, call.ticks, call.ticks),
          (a, b) ->
              List.of(a.get(0) + b.get(0), a.get(1) + b.get(1), Math.max(a.get(2), b.get(2))));
    }
    return sums;
  }
}
