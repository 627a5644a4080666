package io.hopwright.core.window;

/**
 * Rule that decides when a run ends.
 *
 * <p>Evaluated at the ticks of a fixed grid and never at window ends, so that the stop tick does
 * not depend on how a run was split.
 */
public interface StopRule {
  /** Returns the tick at which the run ends in any case, {@code Long.MAX_VALUE} for none. */
  long lastTick();

  /** Returns the earliest tick at which {@link #reached} can be true. */
  long earliestTick();

  /**
   * Returns whether the run ends at a grid tick at or after {@link #earliestTick}, given the counts
   * of all partitions over the ticks before it.
   */
  boolean reached(Progress total);
}
