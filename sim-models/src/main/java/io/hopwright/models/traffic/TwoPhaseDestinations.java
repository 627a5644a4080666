package io.hopwright.models.traffic;

import io.hopwright.models.topology.Grid;

/**
 * Packets that make their way in two legs: along one dimension to the node of their source's line
 * that has the destination's coordinate there, which sends them on to their destination.
 *
 * <p>Packet {@code s} has number {@code 2·s} on its first leg and {@code 2·s + 1} on its second.
 *
 * @param whole where packets go in the end
 * @param grid the machine
 * @param dimension of the first leg
 */
public record TwoPhaseDestinations(Destinations whole, Grid grid, int dimension)
    implements Destinations {
  /** Number of legs. */
  public static final int LEGS = 2;

  @Override
  public int destination(int source, long sequence) {
    final int end = whole.destination(source, sequence / LEGS);
    return sequence % LEGS == 0
        ? grid.withCoordinate(source, dimension, grid.coordinate(end, dimension))
        : end;
  }
}
