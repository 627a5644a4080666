package io.hopwright.models.traffic;

import io.hopwright.models.topology.Grid;

/**
 * Destinations at a fixed number of hops in + direction of x.
 *
 * @param grid the machine, whose axes are rings
 * @param hops hops, 1 to half of the ring
 * @param cores sending cores of a node
 */
public record RingShift(Grid grid, int hops, int cores) implements Destinations {
  private static final int X_PLUS = 0;

  @Override
  public int destination(int source, long sequence) {
    return grid.withCoordinate(source, 0, (grid.coordinate(source, 0) + hops) % grid.extent(0));
  }

  @Override
  public int onlyPort(int source, long sequence) {
    return X_PLUS;
  }

  @Override
  public int core(int source, long sequence) {
    return (int) (sequence % cores);
  }
}
