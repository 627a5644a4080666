package io.hopwright.models.program;

import io.hopwright.models.program.collectives.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Messages to one rank, all of one sender and tag, in excess of the receives that name both; also
 * computes how they are distributed over receives that name only the sender, only the tag, or
 * neither. Confined to one thread.
 */
final class Surplus {
  final int line;
  final int source;
  final int tag;

  /** Messages that no receive takes. */
  long over;

  /** Number of messages taken, by kind of receive. */
  private final Map<Kind, Long> taken = new EnumMap<>(Kind.class);

  Surplus(int line, int source, int tag, long count) {
    this.line = line;
    this.source = source;
    this.tag = tag;
    over = count;
  }

  /** Wildcards of a receive. */
  private enum Kind {
    TAG,
    SOURCE,
    NEITHER;

    Any of(Surplus messages) {
      return new Any(
          this == TAG ? messages.source : Operation.ANY,
          this == SOURCE ? messages.tag : Operation.ANY);
    }
  }

  /** Receives with a wildcard for the source, the tag, or both. */
  record Any(int source, int tag) {}

  /** Number of receives that have no message yet, and the line of one of them. */
  static final class Receives {
    long count;
    int line;
  }

  /** Step of the search: messages that could be matched with receives of a kind. */
  private record Step(Surplus messages, Kind kind, Step before) {}

  /**
   * Distributes messages so that receives take as many as possible together: a largest flow, found
   * by shortest augmenting paths.
   */
  static void share(List<Surplus> all, Map<Any, Receives> receives) {
    for (Surplus messages : all) {
      for (Kind kind : Kind.values()) {
        final Receives some = receives.get(kind.of(messages));
        if (some != null) {
          messages.move(kind, some, Math.min(messages.over, some.count));
        }
      }
    }
    final Set<Any> full = new HashSet<>();
    for (Surplus messages : all) {
      boolean more = true;
      while (more && messages.over > 0) {
        more = messages.shareWithOthers(all, receives, full);
      }
    }
  }

  private void move(Kind kind, Receives some, long count) {
    taken.merge(kind, count, Long::sum);
    some.count -= count;
    over -= count;
  }

  /**
   * Lets receives take more of these messages, by passing others on.
   *
   * @param full receives without a path to others; this state is permanent
   */
  private boolean shareWithOthers(List<Surplus> all, Map<Any, Receives> receives, Set<Any> full) {
    if (receives.values().stream().allMatch(some -> some.count == 0)) {
      return false;
    }
    final Map<Any, Step> seen = new HashMap<>();
    final Deque<Step> open = new ArrayDeque<>();
    look(this, null, receives, seen, full, open);
    while (!open.isEmpty()) {
      final Step step = open.remove();
      final Any any = step.kind.of(step.messages);
      if (receives.get(any).count > 0) {
        shift(step, receives.get(any));
        return true;
      }
      for (Surplus other : all) {
        for (Kind kind : Kind.values()) {
          if (other.taken.getOrDefault(kind, 0L) > 0 && kind.of(other).equals(any)) {
            look(other, step, receives, seen, full, open);
          }
        }
      }
    }
    full.addAll(seen.keySet());
    return false;
  }

  private static void look(
      Surplus messages,
      Step before,
      Map<Any, Receives> receives,
      Map<Any, Step> seen,
      Set<Any> full,
      Deque<Step> open) {
    for (Kind kind : Kind.values()) {
      final Any any = kind.of(messages);
      final Step step = new Step(messages, kind, before);
      if (receives.containsKey(any) && !full.contains(any) && seen.putIfAbsent(any, step) == null) {
        open.add(step);
      }
    }
  }

  /** Moves as many messages as can be along a way to receives that have nothing yet. */
  private void shift(Step last, Receives free) {
    long count = Math.min(over, free.count);
    for (Step step = last; step.before != null; step = step.before) {
      count = Math.min(count, step.messages.taken.get(kindBefore(step)));
    }
    for (Step step = last; step != null; step = step.before) {
      step.messages.taken.merge(step.kind, count, Long::sum);
      if (step.before != null) {
        step.messages.taken.merge(kindBefore(step), -count, Long::sum);
      }
    }
    free.count -= count;
    over -= count;
  }

  /** Returns as what the receives of the step before took the messages of a step. */
  private static Kind kindBefore(Step step) {
    final Any any = step.before.kind.of(step.before.messages);
    for (Kind kind : Kind.values()) {
      if (kind.of(step.messages).equals(any)) {
        return kind;
      }
    }
    throw new IllegalStateException("no receive took these messages before");
  }
}
