package io.hopwright.runner.sweep;

import io.hopwright.runner.execution.RunObserver;

/** Observer of the points of a sweep, several of them at once. Thread-safe. */
public interface SweepObserver extends AutoCloseable {
  /** Observation of one point until it is done. */
  interface Running extends RunObserver, AutoCloseable {
    /** Counts the point as done. */
    @Override
    void close();
  }

  /**
   * Starts a point.
   *
   * @param name name among all points
   * @param title its title
   * @param work its estimated work
   */
  Running begin(String name, String title, double work);

  /** Ends the watch. */
  @Override
  void close();
}
