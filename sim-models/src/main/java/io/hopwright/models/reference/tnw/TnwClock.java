package io.hopwright.models.reference.tnw;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The tick, and what is due in later ones. Confined to the thread of its machine. */
final class TnwClock {
  private final TreeMap<Long, List<Runnable>> firstPhase = new TreeMap<>();
  private final TreeMap<Long, List<Runnable>> verdicts = new TreeMap<>();
  private long lastLook;
  long tick;

  /** Has an effect in phase 1 of a later tick. */
  void at(long when, Runnable effect) {
    later(firstPhase, when, effect);
  }

  /** Has a verdict, or the end of an item, in phase 2 of a later tick. */
  void beforeNodesAt(long when, Runnable effect) {
    later(verdicts, when, effect);
  }

  private void later(TreeMap<Long, List<Runnable>> effects, long when, Runnable effect) {
    if (when <= tick) {
      throw new IllegalStateException("effect at tick " + when + " is due at tick " + tick);
    }
    effects.computeIfAbsent(when, key -> new ArrayList<>()).add(effect);
  }

  /** Tells that somebody may act in a tick without an effect on it. */
  void look(long when) {
    lastLook = Math.max(lastLook, when);
  }

  /** Applies what is due in this tick before nodes are looked at. */
  void apply() {
    apply(firstPhase);
    apply(verdicts);
  }

  private void apply(TreeMap<Long, List<Runnable>> effects) {
    final List<Runnable> due = effects.remove(tick);
    if (due != null) {
      due.forEach(Runnable::run);
    }
  }

  /** Returns whether nothing can happen any more. */
  boolean isOver() {
    return firstPhase.isEmpty() && verdicts.isEmpty() && tick > lastLook;
  }
}
