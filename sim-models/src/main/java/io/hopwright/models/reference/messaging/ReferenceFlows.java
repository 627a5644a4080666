package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Flows that have finished (section "Flows" of the page). */
public final class ReferenceFlows {
  private final List<ReferenceMessage> messages = new ArrayList<>();
  private final List<Long> finishes = new ArrayList<>();

  ReferenceFlows() {}

  /** A message has been received. */
  void received(ReferenceMessage message, long tick) {
    if (message.bytes > 0 && !message.from.job.background()) {
      messages.add(message);
      finishes.add(tick);
    }
  }

  /** Returns a line for each flow, in their order. */
  public List<String> lines() {
    final List<Integer> order = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      order.add(i);
    }
    order.sort(
        Comparator.comparing(
            messages::get,
            Comparator.comparing((ReferenceMessage message) -> message.from.job.number())
                .thenComparing(message -> message.from.rank)
                .thenComparing(message -> message.to.rank)
                .thenComparing(message -> message.context)
                .thenComparing(message -> message.tag)
                .thenComparing(message -> message.number)));
    return order.stream().map(i -> line(messages.get(i), finishes.get(i))).toList();
  }

  private static String line(ReferenceMessage message, long finish) {
    return "%s.%s to %s%s tag %s number %s, %s B from %s to %s"
        .formatted(
            message.from.job.number(),
            message.from.rank,
            message.to.rank,
            message.context == Operation.COLLECTIVES ? " of a collective" : "",
            message.tag,
            message.number,
            message.bytes,
            message.postedTick(),
            finish);
  }
}
