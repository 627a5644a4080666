package io.hopwright.models.program;

import java.util.function.IntToLongFunction;

/**
 * A program bound to a number of ranks: gives the operations of each rank one by one; for a graph
 * in the order of their numbers.
 *
 * <p>All changing state is in an array of longs that the caller keeps, {@link #stride()} of them
 * for a rank; {@link #next} allocates nothing. Immutable; safe for any thread if the longs of each
 * rank are used by one thread.
 */
public interface BoundProgram {
  /** The most names of requests. */
  int MOST_REQUEST_NAMES = 64;

  /** The most requests without a name that are open at once. */
  int MOST_OPEN = 1_000_000;

  /** Requests have numbers below this. */
  int MOST_REQUESTS = MOST_OPEN + MOST_REQUEST_NAMES;

  /** A rank that has done so many statements without an operation does not go on. */
  int MOST_SILENT = 1_000_000;

  /** Returns the program. */
  Program program();

  /** Returns the job to which it is bound. */
  Job job();

  /** Returns how many longs a rank has. */
  int stride();

  /** Returns the bytes that all ranks together keep while they run. */
  default long bytes() {
    return (long) job().ranks() * stride() * Long.BYTES;
  }

  /** Returns what a rank does as a graph; null if its operations come one after the other. */
  default OperationGraph graph(int rank) {
    return null;
  }

  /** Returns which rank's longs begin at {@code at}: the low half of the first is its number. */
  static int rank(long[] state, int at) {
    return (int) state[at];
  }

  /**
   * Returns a lower bound of the operations of each rank, without its end, computed without doing
   * them.
   */
  IntToLongFunction leastOperations();

  /** Puts a rank at its beginning; its longs begin at {@code at}. */
  void start(long[] state, int at, int rank);

  /** Returns how many operations a rank has done, whose longs begin at {@code at}. */
  long operations(long[] state, int at);

  /**
   * Fills in the next operation of a rank; after its end, END repeatedly.
   *
   * @param state array with the rank's longs from {@code at} on
   * @param operation filled in
   * @throws ProgramException if the rank cannot continue, with line, column, rank and remedy
   */
  void next(long[] state, int at, Operation operation);
}
