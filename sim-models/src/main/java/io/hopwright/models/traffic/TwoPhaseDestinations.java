package io.hopwright.models.traffic;

import io.hopwright.models.topology.Torus;

/**
 * Packets that make their way in two legs: along one dimension to the node of their source's line
 * that has the destination's coordinate there, which sends them on to their destination.
 *
 * <p>Packet {@code s} has number {@code 2·s} on its first leg and {@code 2·s + 1} on its second.
 *
 * @param whole where packets go in the end
 * @param torus the machine
 * @param dimension of the first leg
 */
public record TwoPhaseDestinations(Destinations whole, Torus torus, int dimension)
    implements Destinations {
  /** Number of legs. */
  public static final int LEGS = 2;

  @Override
  public int destination(int source, long sequence) {
    final int end = whole.destination(source, sequence / LEGS);
    return sequence % LEGS == 0 ? intermediate(source, end) : end;
  }

  private int intermediate(int source, int end) {
    final int[] at = new int[Torus.DIMENSIONS];
    for (int each = 0; each < Torus.DIMENSIONS; each++) {
      at[each] = torus.coordinate(each == dimension ? end : source, each);
    }
    return torus.node(at[0], at[1], at[2]);
  }
}
