package io.hopwright.models.traffic;

/**
 * Generation of all packets of a node at tick 0.
 *
 * @param packets packets per node, of all its cores together
 */
public record BirthsAtStart(long packets) implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return sequence < packets ? 0 : NEVER;
  }

  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    return from <= 0 && to > 0 ? (packets - first + step - 1) / step : 0;
  }

  @Override
  public long bornTicks(int source, long first, int step, long from, long to) {
    return (to - from) * bornIn(source, first, step, 0, 1);
  }
}
