package io.hopwright.runner.execution;

import io.hopwright.models.machine.RunResult;

/**
 * A run that is over.
 *
 * @param result what it measured
 * @param ending why it is over
 * @param execution how it was executed
 * @param waiting for {@link Ending#STALLED}: who waits for what, one line each; else empty
 */
public record Completion(RunResult result, Ending ending, Execution execution, String waiting) {
  /** Why a run is over. */
  public enum Ending {
    /** Its stop rule was satisfied. */
    COMPLETED,
    /** The user asked for it. */
    INTERRUPTED,
    /** Packets wait and nothing will ever happen again. */
    STALLED
  }
}
