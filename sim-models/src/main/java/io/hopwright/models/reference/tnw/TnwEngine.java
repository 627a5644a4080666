package io.hopwright.models.reference.tnw;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Engine that issues the lines of messages, one message after the other: "flexio" of the rules, and
 * the sender of an output. Confined to the machine's thread.
 */
final class TnwEngine {
  private final ReferenceTnw machine;
  private final TnwNode node;
  private final Deque<TnwMessage> queue = new ArrayDeque<>();
  private TnwLines lines;
  private TnwItem lastLine;
  private long freeTick;

  TnwEngine(TnwNode node, ReferenceTnw machine) {
    this.node = node;
    this.machine = machine;
  }

  void add(TnwMessage message) {
    queue.add(message);
  }

  /** Returns whether nothing is left to be issued. */
  boolean isDone() {
    return queue.isEmpty();
  }

  /** Issues a line, if one may be issued in this tick. */
  void step() {
    if (lines == null && !queue.isEmpty()) {
      final long earliest = Math.max(freeTick, machine.now());
      lines = new TnwLines(queue.element(), earliest, lastLine, node, machine);
    }
    if (lines == null) {
      return;
    }
    lines.step();
    if (lines.isDone()) {
      final TnwMessage message = queue.remove();
      lastLine = lines.before();
      freeTick = lines.nextTick();
      machine.at(freeTick, () -> node.tellSent(message));
      lines = null;
    }
  }
}
