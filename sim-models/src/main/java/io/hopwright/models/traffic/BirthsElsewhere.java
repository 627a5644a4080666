package io.hopwright.models.traffic;

/**
 * The births of all nodes but one, which sends nothing.
 *
 * @param births of the others
 * @param silent the one
 */
public record BirthsElsewhere(Births births, int silent) implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return source == silent ? NEVER : births.birth(source, sequence, previousBirth);
  }

  @Override
  public boolean saturated() {
    return births.saturated();
  }

  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    return source == silent ? 0 : births.bornIn(source, first, step, from, to);
  }
}
