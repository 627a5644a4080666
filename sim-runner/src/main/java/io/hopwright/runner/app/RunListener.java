package io.hopwright.runner.app;

import io.hopwright.runner.support.PublicApi;
import java.util.Map;

/**
 * Receiver of notes, warnings and progress while a study is simulated. All methods do nothing by
 * default. Several threads can call them at the same time. Implementations must be quick and must
 * not throw: after an exception a run has no result, or reports no more progress.
 */
@PublicApi
public interface RunListener {
  /** Listener that ignores everything. */
  RunListener NONE = new RunListener() {};

  /**
   * Called when the input has been checked. From then on the work can be cancelled without a loss.
   */
  default void ready() {}

  /** Receives advice about the study: a load above the capacity, threads without use. */
  default void note(String text) {}

  /** Receives a problem that does not end the work, such as a report that could not be written. */
  default void warning(String text) {}

  /** Receives the address of the live page, if one was requested. */
  default void watchable(String address) {}

  /**
   * Called when a point of a sweep begins.
   *
   * @param point its path in the study
   * @param number number of points that have begun, including this one and those of earlier sweeps
   * @param points number of points of the study
   */
  default void begins(String point, int number, int points) {}

  /** Receives the state of a run about once a second. */
  default void progress(Progress progress) {}

  /**
   * Receives the summary of a run whose result could not be written. The exception with the reason
   * follows.
   */
  default void unsaved(Map<String, Object> summary) {}

  /** Receives verdicts that could not be written. The exception with the reason follows. */
  default void unsaved(Reproduction verdicts) {}
}
