package io.hopwright.models.traffic;

import java.util.function.IntPredicate;

/**
 * Generation times of some nodes; the others send nothing.
 *
 * @param births generation times of the sending nodes
 * @param sends whether a node sends
 */
public record BirthsWhere(Births births, IntPredicate sends) implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return sends.test(source) ? births.birth(source, sequence, previousBirth) : NEVER;
  }

  @Override
  public long changesAt() {
    return births.changesAt();
  }

  @Override
  public boolean saturated() {
    return births.saturated();
  }

  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    return sends.test(source) ? births.bornIn(source, first, step, from, to) : 0;
  }

  @Override
  public long bornTicks(int source, long first, int step, long from, long to) {
    return sends.test(source) ? births.bornTicks(source, first, step, from, to) : 0;
  }
}
