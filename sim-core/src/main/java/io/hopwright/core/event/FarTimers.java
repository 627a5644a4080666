package io.hopwright.core.event;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Binary heap of the timers that are too far ahead for the wheel: (tick, event) pairs in two plain
 * arrays.
 *
 * <p>Events of one tick come out in no particular order. Grows by doubling: 12 B per timer.
 * Confined to its partition.
 */
final class FarTimers {
  /** No timer is waiting. */
  static final long NEVER = Long.MAX_VALUE;

  private long[] ticks = new long[16];
  private int[] events = new int[16];
  private int size;

  void add(long tick, int event) {
    if (size == ticks.length) {
      ticks = Arrays.copyOf(ticks, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int hole = size++;
    while (hole > 0) {
      final int parent = (hole - 1) >>> 1;
      if (ticks[parent] <= tick) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, tick, event);
  }

  long firstTick() {
    return size == 0 ? NEVER : ticks[0];
  }

  /** Removes the timer of {@link #firstTick} and returns its event. */
  int removeFirst() {
    final int first = events[0];
    size--;
    final long tick = ticks[size];
    final int event = events[size];
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && ticks[child + 1] < ticks[child]) {
        child++;
      }
      if (tick <= ticks[child]) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    if (size > 0) {
      put(hole, tick, event);
    }
    return first;
  }

  void removeIf(IntPredicate unwanted) {
    final int before = size;
    size = 0;
    for (int at = 0; at < before; at++) {
      // Those that stay never take more places than were read.
      if (!unwanted.test(events[at])) {
        add(ticks[at], events[at]);
      }
    }
  }

  private void move(int from, int to) {
    ticks[to] = ticks[from];
    events[to] = events[from];
  }

  private void put(int at, long tick, int event) {
    ticks[at] = tick;
    events[at] = event;
  }
}
