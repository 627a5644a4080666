package io.hopwright.models.program;

import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Execution of the ranks' operations without time. Takes time proportional to the operations, whose
 * number is limited; confined to one thread.
 */
public final class Walk {
  private static final int WATCHED = (1 << 16) - 1;

  /** Operations of a rank before another one's turn, if it does not wait. */
  private static final int TURN = 1_000;

  /** After so many failed ranks the others are left: each may take a million statements to fail. */
  private static final int MOST_FAILED = 100;

  /** Longs of all ranks together: 2 GiB. */
  private static final long MOST_LONGS = 1L << 28;

  private final BoundProgram bound;
  private final long most;
  private final Watch watch;
  private final Operation operation = new Operation();
  private long operations;

  /** Lower bound of the operations of all ranks; that of graphs is their number. */
  private long least;

  private int ended;

  /** Observer of the walk. */
  @FunctionalInterface
  public interface Watch {
    /**
     * Called now and then with the progress.
     *
     * @return false to end with a {@link CancellationException}
     */
    boolean goOn(int ranksDone, long operations);

    /**
     * Called now and then with the share of the work that is done, where that is known.
     *
     * @param done work done, in any unit
     * @param all all work, in the same unit; 0 if it is not known
     * @return false to end with a {@link CancellationException}
     */
    default boolean share(long done, long all) {
      return true;
    }
  }

  /** Visitor of the ranks' operations. */
  public interface Visitor {
    /** Sees an operation, that is filled anew afterwards; END once for a rank. */
    void operation(int rank, Operation operation);
  }

  /**
   * Prepares to execute a program.
   *
   * @param most operations of all ranks; more are an error
   */
  public Walk(BoundProgram bound, long most, Watch watch) {
    this.bound = bound;
    this.most = most;
    this.watch = watch;
  }

  /** Returns the number of operations executed. */
  public long operations() {
    return operations;
  }

  /**
   * Executes one rank after the other.
   *
   * @throws ProgramException if a rank cannot continue, or there are too many operations
   * @throws CancellationException if the watch ends it
   */
  public void rankByRank(Visitor visitor) {
    checkLeast();
    final long[] state = new long[bound.stride()];
    for (int rank = 0; rank < bound.job().ranks(); rank++) {
      bound.start(state, 0, rank);
      boolean more = true;
      while (more) {
        bound.next(state, 0, operation);
        more = show(rank, visitor);
      }
    }
  }

  /**
   * Checks that the longs of all ranks take 2 GiB at most.
   *
   * @throws ProgramException if they take more
   */
  static void checkRanks(BoundProgram bound) {
    final int ranks = bound.job().ranks();
    if ((long) ranks * bound.stride() > MOST_LONGS) {
      throw new ProgramException(
          "%s: %s ranks are too many to check; check up to %s"
              .formatted(bound.program().name(), ranks, MOST_LONGS / bound.stride()));
    }
  }

  private void checkLeast() {
    // The end of each rank is an operation, too.
    least = OperationLimit.check(bound, 0, bound.job().ranks(), 1, most, watch);
  }

  /**
   * Executes all ranks in turns, each until it waits, so that related operations follow each other
   * soon. Memory: 8 B · stride per rank, for as many ranks as {@link #checkRanks} allows.
   *
   * @param failed receives the ranks that cannot continue, with the reason
   * @return whether all ranks ended or failed; false if so many failed that the others are left
   */
  boolean inTurns(Visitor visitor, Consumer<ProgramException> failed) {
    checkLeast();
    final int stride = bound.stride();
    final int ranks = bound.job().ranks();
    final long[] state = new long[ranks * stride];
    final int[] active = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      active[rank] = rank;
      bound.start(state, rank * stride, rank);
    }
    final int[] failures = {0};
    final Consumer<ProgramException> counted =
        failure -> {
          failures[0]++;
          failed.accept(failure);
        };
    int left = ranks;
    while (left > 0) {
      int kept = 0;
      for (int i = 0; i < left; i++) {
        if (turn(state, active[i], visitor, counted)) {
          active[kept++] = active[i];
        }
        if (failures[0] == MOST_FAILED) {
          return false;
        }
      }
      left = kept;
    }
    return true;
  }

  private boolean turn(long[] state, int rank, Visitor visitor, Consumer<ProgramException> failed) {
    for (int i = 0; i < TURN; i++) {
      try {
        bound.next(state, rank * bound.stride(), operation);
      } catch (ProgramException e) {
        failed.accept(e);
        return false;
      }
      if (!show(rank, visitor)) {
        return false;
      }
      if (waits()) {
        return true;
      }
    }
    return true;
  }

  private boolean waits() {
    return switch (operation.kind()) {
      case WAIT, WAIT_ALL, FENCE -> true;
      case RECEIVE -> operation.request() == Operation.BLOCKING;
      default -> false;
    };
  }

  /** Shows what a rank does; returns false behind its end. */
  private boolean show(int rank, Visitor visitor) {
    visitor.operation(rank, operation);
    if ((++operations & WATCHED) == 0
        && !(watch.share(operations, least) && watch.goOn(ended, operations))) {
      throw new CancellationException("ended after " + operations + " operations");
    }
    if (operations > most) {
      throw OperationLimit.exceeded(bound.program().name(), bound.job().ranks(), "more", most);
    }
    if (operation.kind() == Operation.Kind.END) {
      ended++;
      return false;
    }
    return true;
  }
}
