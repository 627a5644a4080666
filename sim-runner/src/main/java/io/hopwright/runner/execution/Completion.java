package io.hopwright.runner.execution;

import io.hopwright.models.machine.RunResult;

/**
 * A run that is over.
 *
 * @param result what it measured
 * @param ending why it is over
 * @param execution how it was executed
 * @param reason if the machine has come to a halt: who waits for what, one line each; for {@link
 *     Ending#LOST}, and if it so happens for {@link Ending#INTERRUPTED}: who was lost, and when;
 *     else empty
 */
public record Completion(RunResult result, Ending ending, Execution execution, String reason) {
  /** In the summary of a run that may come to a halt: whether it did. */
  public static final String STALLED = "stalled";

  /** Returns this as a run for which coming to a halt is a regular end. */
  public Completion orHalt() {
    final boolean stalled = ending.isHalt();
    return stalled || ending == Ending.COMPLETED
        ? new Completion(result.with(STALLED, stalled), Ending.COMPLETED, execution, reason)
        : this;
  }

  /** Tells whether what another JVM simulated is missing. */
  public boolean lost() {
    return ending == Ending.LOST || (ending == Ending.INTERRUPTED && !reason.isEmpty());
  }

  /** Why a run is over. */
  public enum Ending {
    /** Its stop rule was satisfied. */
    COMPLETED,
    /** The user asked for it. */
    INTERRUPTED,
    /** Packets wait and nothing will ever happen again. */
    STALLED,
    /** Ranks or threads wait for ever, as their programs say. */
    PROGRAMS_STALLED,
    /** Another JVM was lost: what it simulated is missing. */
    LOST;

    /** Tells whether the simulated machine, or its programs, have come to a halt. */
    public boolean isHalt() {
      return this == STALLED || this == PROGRAMS_STALLED;
    }
  }
}
