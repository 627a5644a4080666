package io.hopwright.models.traffic;

/**
 * All packets of a node are born at tick 0, as early as possible.
 *
 * @param packets per node
 */
public record BirthsAtStart(long packets) implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return sequence < packets ? 0 : NEVER;
  }

  @Override
  public long bornIn(int source, long from, long to) {
    return from <= 0 && to > 0 ? packets : 0;
  }
}
