package io.hopwright.runner.execution;

import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.tables.RunResult;

/**
 * A run that is over.
 *
 * @param result what it measured
 * @param ending why it is over
 * @param execution how it was executed
 * @param loss for {@link Ending#LOST}, and if it so happens for {@link Ending#INTERRUPTED}: who was
 *     lost, and when; else empty
 * @param standstill why nothing moves in it any more; null if something does. A run whose sources
 *     go on may come to its end all the same
 */
public record Completion(
    RunResult result, Ending ending, Execution execution, String loss, Standstill standstill) {
  /** In the summary of a run that may stop before its end: whether it did. */
  public static final String STALLED = "stalled";

  /** Returns this as a run for which it is a regular end that nothing moves any more. */
  public Completion orStandstill() {
    final boolean stalled = ending.isStandstill();
    return stalled || ending == Ending.COMPLETED
        ? new Completion(
            result.with(STALLED, stalled), Ending.COMPLETED, execution, loss, standstill)
        : this;
  }

  /** Tells whether what another JVM simulated is missing. */
  public boolean lost() {
    return ending == Ending.LOST || (ending == Ending.INTERRUPTED && !loss.isEmpty());
  }

  /** Why a run is over. */
  public enum Ending {
    /** Its stop rule was satisfied. */
    COMPLETED,
    /** The user asked for it. */
    INTERRUPTED,
    /** Packets wait for each other, and nothing is left to happen. */
    DEADLOCK,
    /** Ranks or threads wait for ever, as their programs say. */
    RANKS_BLOCKED,
    /** Another JVM was lost: what it simulated is missing. */
    LOST;

    /** Tells whether nothing moves any more. */
    public boolean isStandstill() {
      return this == DEADLOCK || this == RANKS_BLOCKED;
    }
  }
}
