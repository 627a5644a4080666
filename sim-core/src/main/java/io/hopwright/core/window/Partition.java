package io.hopwright.core.window;

import io.hopwright.core.statistics.Words;

/**
 * Logical process: a part of the machine that is simulated by one thread at a time.
 *
 * <p>Partitions share nothing. They see of each other only the {@link EventBatch}es that an
 * executor exchanges between windows. The lookahead guarantees that an event sent in a window takes
 * effect after the window's end.
 *
 * <p>The state that a checkpoint saves is everything reachable from the partition but not from its
 * simulation: see {@link io.hopwright.core.state.StateImage}.
 */
public interface Partition {
  /** Returns the earliest tick at which something happens here, {@code Long.MAX_VALUE} if never. */
  long nextEffectTick();

  /**
   * Receives the standing of all partitions together when all ticks before {@code tick} had been
   * simulated, at the end of any of the last windows. Use it only to save memory, as no measurement
   * may depend on windows.
   *
   * @param total their counts; not to be changed
   */
  default void noteTotal(long tick, Progress total) {}

  /** Takes over the events another partition sent in the window before. */
  void accept(EventBatch batch);

  /**
   * Simulates all ticks of a window.
   *
   * @param outgoing one open batch per neighbour, in the order of {@link Simulation#neighbours}
   */
  void simulate(Window window, EventBatch[] outgoing);

  /** Adds this partition's counts to {@code sum}. */
  void addProgress(Progress sum);

  /**
   * Closes the statistics at the stop tick, up to which everything has been simulated, unless
   * another JVM was lost: then the last window may be missing.
   */
  void finish(long stopTick);

  /**
   * Appends the measurements, after {@link #finish}, so that another JVM can add them up; the model
   * reads them back in {@link RunOutcome#statistics}.
   */
  void exportStatistics(Words words);

  /**
   * Appends the data that {@link #finish} and {@link #exportStatistics} would append, without
   * changing the partition.
   *
   * @param tick tick of the stop grid up to which everything has been simulated
   * @return whether this partition can do so; otherwise nothing is appended
   */
  default boolean preview(long tick, Words words) {
    return false;
  }

  /**
   * Appends the waiting packets and ranks with the objects of their waits, after {@link #finish} or
   * between two windows. The waits of all partitions together explain why a run has stopped.
   * Appends nothing by default.
   *
   * @param all whether to append everything that waits; otherwise only entries that can wait
   *     forever independently of all others
   */
  default void saveWaits(boolean all, Words words) {}
}
