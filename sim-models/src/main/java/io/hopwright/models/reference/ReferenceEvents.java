package io.hopwright.models.reference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Events of phase 1 of future ticks, in any order within a tick. Confined to one thread. */
public final class ReferenceEvents {
  private record Event(BooleanSupplier stands, Runnable effect) {}

  private final TreeMap<Long, List<Event>> events = new TreeMap<>();
  private boolean backwards;

  /** Processes the events of a tick in reverse order, which must not change any result. */
  public void goBackwards() {
    backwards = true;
  }

  /**
   * Schedules an event in a later tick than the current one; a revoked event has no effect.
   *
   * @throws IllegalStateException if the tick is not later
   */
  public void at(long now, long later, BooleanSupplier stands, Runnable effect) {
    if (later <= now) {
      throw new IllegalStateException("tick " + now + ": event for tick " + later);
    }
    events.computeIfAbsent(later, key -> new ArrayList<>()).add(new Event(stands, effect));
  }

  /** Returns the next tick with an event; {@code Long.MAX_VALUE} without one. */
  public long nextTick() {
    while (!events.isEmpty()) {
      for (final Event event : events.firstEntry().getValue()) {
        if (event.stands.getAsBoolean()) {
          return events.firstKey();
        }
      }
      events.pollFirstEntry();
    }
    return Long.MAX_VALUE;
  }

  /** Processes the events due in a tick. */
  public void happen(long tick) {
    final List<Event> due = events.remove(tick);
    if (due != null) {
      for (final Event event : inOrder(due)) {
        if (event.stands.getAsBoolean()) {
          event.effect.run();
        }
      }
    }
  }

  /** Returns nodes in the order in which they are evaluated in a tick. */
  public <T> List<T> inOrder(List<T> nodes) {
    final List<T> order = new ArrayList<>(nodes);
    if (backwards) {
      Collections.reverse(order);
    }
    return order;
  }
}
