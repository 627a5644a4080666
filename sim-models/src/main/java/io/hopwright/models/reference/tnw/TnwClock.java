package io.hopwright.models.reference.tnw;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The tick, and what is due in later ones. Confined to the thread of its machine. */
final class TnwClock {
  private final TreeMap<Long, List<Runnable>> firstPhase = new TreeMap<>();
  private final TreeMap<Long, List<Runnable>> verdicts = new TreeMap<>();
  private final TreeSet<Long> looks = new TreeSet<>(List.of(0L));
  long tick;

  /** Has an effect in phase 1 of a later tick. */
  void at(long when, Runnable effect) {
    later(firstPhase, when, effect);
  }

  /** Has a verdict, or the end of an item, in phase 2 of a later tick. */
  void beforeNodesAt(long when, Runnable effect) {
    later(verdicts, when, effect);
  }

  private void later(NavigableMap<Long, List<Runnable>> effects, long when, Runnable effect) {
    if (when <= tick) {
      throw new IllegalStateException("effect at tick " + when + " is due at tick " + tick);
    }
    effects.computeIfAbsent(when, key -> new ArrayList<>()).add(effect);
  }

  /** Tells that somebody may act in a tick without an effect on it. */
  void look(long when) {
    if (when > tick) {
      looks.add(when);
    }
  }

  /** Applies what is due in this tick before nodes are looked at. */
  void apply() {
    looks.remove(tick);
    apply(firstPhase);
    apply(verdicts);
  }

  private void apply(NavigableMap<Long, List<Runnable>> effects) {
    final List<Runnable> due = effects.remove(tick);
    if (due != null) {
      due.forEach(Runnable::run);
    }
  }

  /** Returns the first tick from this one on in which something may happen. */
  long next() {
    long next = looks.isEmpty() ? Long.MAX_VALUE : looks.first();
    next = firstPhase.isEmpty() ? next : Math.min(next, firstPhase.firstKey());
    return verdicts.isEmpty() ? next : Math.min(next, verdicts.firstKey());
  }
}
