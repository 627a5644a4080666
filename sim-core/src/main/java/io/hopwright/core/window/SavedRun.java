package io.hopwright.core.window;

import io.hopwright.core.state.StateImage;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a run stood at a tick of the stop grid, and the state of partitions then. Nothing is in
 * flight between them.
 *
 * @param last window that all partitions have simulated; the run goes on from its end
 * @param states by the index of the partition: those of one JVM, or of all
 */
public record SavedRun(Window last, SortedMap<Integer, StateImage> states) {
  /** A run that has not begun. */
  public static final SavedRun NOTHING =
      new SavedRun(Window.BEFORE_FIRST, Collections.emptySortedMap());

  /** Copies the map. */
  public SavedRun {
    states = Collections.unmodifiableSortedMap(new TreeMap<>(states));
  }

  /** Returns the tick up to which everything has been simulated. */
  public long tick() {
    return last.toTick();
  }

  /** Returns the number of bytes of all states. */
  public long bytes() {
    return states.values().stream().mapToLong(StateImage::bytes).sum();
  }
}
