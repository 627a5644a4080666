package io.hopwright.models.program;

import java.util.List;

/**
 * Operations of one rank and their dependencies ({@code docs/models/goal.md}, "What a rank does"),
 * independent of file and layout. Immutable; safe for any thread.
 *
 * <p>Operations are numbered from 0. The run reads them often and in any order: each method takes
 * constant time and allocates nothing.
 */
public interface OperationGraph {
  /** The most operations of a rank. */
  int MOST_OPERATIONS = 50_000_000;

  /** Messages of collectives have tags from here on, all others below. */
  int COLLECTIVE_TAGS = 1 << 30;

  /** Stands for any peer or any tag. */
  int ANY = -1;

  int SEND = 1;
  int RECEIVE = 2;
  int CALC = 3;

  /** Returns the number of operations. */
  int operations();

  /** Returns how many dependencies an operation has. */
  int dependencies(int operation);

  /** Returns {@link #SEND}, {@link #RECEIVE} or {@link #CALC}. */
  int kind(int operation);

  /** Returns whether an operation sends. */
  default boolean isSend(int operation) {
    return kind(operation) == SEND;
  }

  /** Returns whether an operation computes. */
  default boolean isCalc(int operation) {
    return kind(operation) == CALC;
  }

  /** Returns the rank to send to or to receive from, or {@link #ANY}. */
  int peer(int operation);

  /** Returns the bytes of a message. */
  long bytes(int operation);

  /** Returns for how long a calc computes. */
  long picoseconds(int operation);

  /** Returns the tag of a message, or {@link #ANY}. */
  int tag(int operation);

  /** Returns the processor that an operation names, 0 … 255: 0 the rank's own, else a stream. */
  int cpu(int operation);

  /** Returns the interface that an operation names, 0 … 255. */
  int nic(int operation);

  /** Returns how many operations begin only after the completion of one, or after its beginning. */
  int successors(int operation, boolean beginning);

  /** Returns the k-th of them. */
  int successor(int operation, boolean beginning, int k);

  /** Returns the calls of collectives of which that is known, by their first operations. */
  default List<CollectiveMark> marks() {
    return List.of();
  }

  /**
   * Returns where an operation is: its line in a text, else its number; {@link Program#at} knows
   * which.
   */
  int line(int operation);

  /**
   * Returns the approximate heap of a run for the graph in bytes, besides ready and open
   * operations.
   */
  long runBytes();

  /** Fills in an operation; what follows the last one is END. */
  default void fill(int number, Operation operation) {
    if (number >= operations()) {
      operation.end();
      operation.count(operations(), operations() == 0 ? 0 : line(operations() - 1));
      return;
    }
    if (isCalc(number)) {
      operation.compute(picoseconds(number));
    } else {
      operation.message(
          isSend(number) ? Operation.Kind.SEND : Operation.Kind.RECEIVE,
          peer(number),
          bytes(number),
          tag(number),
          Operation.STATEMENTS,
          number);
    }
    operation.count(number, line(number));
  }
}
