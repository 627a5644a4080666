package io.hopwright.core.state;

/**
 * A part of a simulation that has state: what it will do depends on more than its configuration.
 *
 * <p>The rules are in {@code docs/models/checkpoints.md}.
 */
public interface Stateful {
  /**
   * Names every array and number of its state once, always in the same order. The same call saves
   * and restores: what the visitor returns takes the place of what it was given.
   */
  void state(StateVisitor visitor);
}
