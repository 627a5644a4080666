package io.hopwright.core.window;

import io.hopwright.core.state.StateImage;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * State of a run at a tick of the stop grid. Nothing is in flight between partitions then.
 *
 * @param last last window that all partitions have simulated; the run resumes from its end
 * @param states states of the partitions of one JVM or of all, by partition index
 */
public record SavedRun(Window last, SortedMap<Integer, StateImage> states) {
  /** A run that has not begun. */
  public static final SavedRun NOTHING =
      new SavedRun(Window.BEFORE_FIRST, Collections.emptySortedMap());

  /** Copies the map. */
  public SavedRun {
    states = Collections.unmodifiableSortedMap(new TreeMap<>(states));
  }

  /** Returns the tick up to which all events have been simulated. */
  public long tick() {
    return last.toTick();
  }

  /** Gives the memory of the states to the next ones. They must not be used any more. */
  public void release() {
    states.values().forEach(StateImage::release);
  }

  /** Returns the number of bytes of all states. */
  public long bytes() {
    return states.values().stream().mapToLong(StateImage::bytes).sum();
  }
}
