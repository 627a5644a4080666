package io.hopwright.models.reference;

/** Ranks of all jobs on a machine, as far as the machine needs them. */
public interface ReferenceRanks {
  /** There are no jobs. */
  ReferenceRanks NONE = new ReferenceRanks() {};

  /** Returns the next tick in which ranks do something; {@code Long.MAX_VALUE} if none. */
  default long nextTick() {
    return Long.MAX_VALUE;
  }

  /** Performs the actions of ranks in a tick. */
  default void act(long tick) {}

  /** Returns how many ranks of jobs that are waited for have not ended. */
  default long ranksRunning() {
    return 0;
  }

  /** Returns how many operations the ranks of these jobs have begun. */
  default long operationsDone() {
    return 0;
  }

  /**
   * Returns whether there are such ranks, and they wait forever whatever jobs in the background do.
   *
   * @param tick the first that has not been simulated
   */
  default boolean ranksBlocked(long tick) {
    return false;
  }

  /** Returns whether all ranks of all jobs have ended or are lost, those in the background too. */
  default boolean haveAllEnded() {
    return true;
  }

  /** Returns the results of jobs if the run ends at a tick. */
  default ReferenceJobNumbers numbersAt(long tick) {
    return ReferenceJobNumbers.NONE;
  }

  /** Returns the sum of what ranks add to the digest, modulo 2^64. */
  default long digest() {
    return 0;
  }

  /** Appends a line for each rank that waits or is lost and counts; returns how many wait. */
  default long describeWaiting(StringBuilder report) {
    return 0;
  }
}
