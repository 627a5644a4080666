package io.hopwright.models.traffic;

import java.util.function.IntPredicate;

/**
 * The births of all nodes but some, which send nothing.
 *
 * @param births of the others
 * @param silent tells whether a node is one of those
 */
public record BirthsElsewhere(Births births, IntPredicate silent) implements Births {
  /** The births of all nodes but one. */
  public BirthsElsewhere(Births births, int silent) {
    this(births, node -> node == silent);
  }

  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return silent.test(source) ? NEVER : births.birth(source, sequence, previousBirth);
  }

  @Override
  public boolean saturated() {
    return births.saturated();
  }

  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    return silent.test(source) ? 0 : births.bornIn(source, first, step, from, to);
  }
}
