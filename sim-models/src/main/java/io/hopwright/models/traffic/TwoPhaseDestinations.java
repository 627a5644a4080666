package io.hopwright.models.traffic;

import io.hopwright.models.topology.Grid;

/**
 * Destinations of packets that travel in two legs: first along one dimension to the node of their
 * source's line with the destination's coordinate, which forwards them to their destination.
 *
 * <p>Packet {@code s} has number {@code 2·s} on its first leg and {@code 2·s + 1} on its second.
 *
 * @param whole final destinations of packets
 * @param grid the machine
 * @param dimension dimension of the first leg
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
