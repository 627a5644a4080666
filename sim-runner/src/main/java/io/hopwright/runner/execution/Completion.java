package io.hopwright.runner.execution;

import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.tables.RunResult;

/**
 * Ended run.
 *
 * @param result its measurements
 * @param ending reason why it has ended
 * @param execution execution of the run
 * @param loss lost JVM and time of the loss, for {@link Ending#LOST} and sometimes for {@link
 *     Ending#INTERRUPTED}; otherwise empty
 * @param standstill reason why nothing can move in it any more; null if something can. A run whose
 *     sources continue can complete all the same
 */
public record Completion(
    RunResult result, Ending ending, Execution execution, String loss, Standstill standstill) {
  /** Key in the summary of a run that can stop early: whether it did. */
  public static final String STALLED = "stalled";

  /** Returns this completion for a run in which it is a regular end that no event is pending. */
  public Completion orStandstill() {
    final boolean stalled = ending.isStandstill();
    return stalled || ending == Ending.COMPLETED
        ? new Completion(
            result.with(STALLED, stalled), Ending.COMPLETED, execution, loss, standstill)
        : this;
  }

  /** Returns whether the part of another JVM is missing. */
  public boolean lost() {
    return ending == Ending.LOST || (ending == Ending.INTERRUPTED && !loss.isEmpty());
  }

  /** Reason why a run has ended. */
  public enum Ending {
    /** Its stop rule was satisfied. */
    COMPLETED,
    /** The user asked for it. */
    INTERRUPTED,
    /** Packets wait for each other, and nothing is left to happen. */
    DEADLOCK,
    /** Ranks or threads wait forever, as their programs say. */
    RANKS_BLOCKED,
    /** Another JVM was lost, and its measurements are missing. */
    LOST;

    /** Returns whether nothing moves any more. */
    public boolean isStandstill() {
      return this == DEADLOCK || this == RANKS_BLOCKED;
    }
  }
}
