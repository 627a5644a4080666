package io.hopwright.models.program;

import java.util.concurrent.CancellationException;
import java.util.function.IntToLongFunction;

/** Limit of the number of operations of ranks, checked before the run. */
public final class OperationLimit {
  /** In place of any larger number: the sum of two such numbers fits into a word. */
  public static final long MOST = 1L << 61;

  private static final int WATCHED = (1 << 16) - 1;

  private OperationLimit() {}

  /**
   * Checks a lower bound of the operations of some ranks, before any is executed.
   *
   * @param first of the ranks
   * @param beside operations of each rank that do not count here, such as its end
   * @param most operations of all of them
   * @return the lower bound for all of them
   * @throws ProgramException if it exceeds the limit
   * @throws CancellationException if the watch ends it
   */
  public static long check(
      BoundProgram bound, int first, int count, int beside, long most, Walk.Watch watch) {
    final IntToLongFunction leastOf = bound.leastOperations();
    long least = 0;
    for (int rank = first; rank < first + count; rank++) {
      if ((rank & WATCHED) == WATCHED && !watch.goOn(0, 0)) {
        throw new CancellationException("ended before the first operation");
      }
      least = Math.min(MOST, least + leastOf.applyAsLong(rank) + beside);
    }
    if (least > most) {
      throw exceeded(bound.program().name(), count, "at least " + least, most);
    }
    return least;
  }

  /**
   * Returns the error of ranks with too many operations.
   *
   * @param name name of the program
   * @param operations text before the word operations
   */
  public static ProgramException exceeded(String name, int ranks, String operations, long most) {
    return new ProgramException(
        ("%s: the %s ranks perform %s operations, above the limit of %s; use fewer"
                + " ranks, fewer steps, or a higher limit")
            .formatted(name, ranks, operations, most));
  }
}
