package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.Operation;
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

  ReferenceCollectives() {}

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
      open.put(rank, new Open(what(rank, operation), tick));
    }
  }

  private static String what(ReferenceRank rank, Operation operation) {
    return rank.jobName()
        + " "
        + operation.algorithm().fullName()
        + " "
        + operation.members()
        + " "
        + operation.bytes();
  }

  /** Returns calls, ticks and the longest time by job, algorithm, members and bytes. */
  public Map<String, List<Long>> sums() {
    final Map<String, List<Long>> sums = new TreeMap<>();
    for (Call call : calls) {
      sums.merge(
          call.what,
          List.of(1L, call.ticks, call.ticks),
          (a, b) ->
              List.of(a.get(0) + b.get(0), a.get(1) + b.get(1), Math.max(a.get(2), b.get(2))));
    }
    return sums;
  }
}
