package io.hopwright.models.program;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Program of the ranks of a job: statements that all ranks execute ({@code
 * docs/models/programs.md}), or a graph of operations for each rank ({@code docs/models/goal.md}).
 * Immutable; safe for any thread.
 */
public interface Program {
  /** In place of a number of ranks: as many as the job has. */
  int ANY_RANKS = 0;

  /** Returns the name that messages begin with. */
  String name();

  /** Returns the number of ranks that it is for, or {@link #ANY_RANKS}. */
  default int ranks() {
    return ANY_RANKS;
  }

  /** Returns whether it has a block without an end, for background jobs only. */
  default boolean isEndless() {
    return false;
  }

  /** Returns the text that it is wholly given by; none if it is a graph. */
  default Optional<String> text() {
    return Optional.empty();
  }

  /** Returns whether what a job does depends on its number and its seed. */
  default boolean isRandom() {
    return false;
  }

  /** Returns the params and their defaults as the program writes them, in its order. */
  default Map<String, String> parameters() {
    return Map.of();
  }

  /** Returns whether a statement of it has the network interface do this. */
  default boolean uses(Primitive primitive) {
    return false;
  }

  /**
   * Returns what of it a machine does not offer, an error each: where it stands first, the machine,
   * and what that has.
   */
  default List<String> refusals(Capabilities offered) {
    return List.of();
  }

  /**
   * Returns how messages name a place of the program.
   *
   * @param line of an {@link Operation}
   */
  default String at(int line) {
    return name() + ":" + line;
  }

  /**
   * Returns this program for the ranks of a job.
   *
   * @throws ProgramException with all errors, if args have no param or not its kind, or if it is
   *     not for so many ranks
   */
  BoundProgram bind(Job job);
}
