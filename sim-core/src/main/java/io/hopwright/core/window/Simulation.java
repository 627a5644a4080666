package io.hopwright.core.window;

/**
 * Model as an executor sees it: its partitions and the maximum length of a window. Immutable; safe
 * for any thread.
 *
 * @param <P> the model's partition
 */
public interface Simulation<P extends Partition> {
  /** Returns the number of partitions, numbered from 0. */
  int partitions();

  /**
   * Returns, in ascending order, the partitions that {@code partition} can send events to; in
   * another JVM only such as can send events back.
   */
  int[] neighbours(int partition);

  /**
   * Returns the length of a window in ticks: at most the lookahead, the smallest delay from a
   * decision to its first effect in another partition.
   */
  long windowTicks();

  /** Returns the distance in ticks of the grid on which stop conditions are evaluated. */
  long gridTicks();

  /** Returns when the run ends. */
  StopRule stopRule();

  /**
   * Returns the configuration of the partitions: no object that it reaches is part of their state.
   * A simulation around another one returns the configuration of the other, so that it can know
   * what a run changes.
   */
  default Object configuration() {
    return this;
  }

  /**
   * Builds one partition; called once per partition, on the thread that will run its first window.
   */
  P build(int partition);
}
