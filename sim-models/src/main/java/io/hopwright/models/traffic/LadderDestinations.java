package io.hopwright.models.traffic;

import io.hopwright.models.topology.Grid;

/**
 * Ladder of hop counts: one destination for every hop count from 1 to the diameter, as far as
 * possible along x, then y, then z: packet {@code s} goes {@code s + 1} hops.
 *
 * @param grid the machine, whose axes are rings
 */
public record LadderDestinations(Grid grid) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    int hops = (int) sequence + 1;
    int to = source;
    for (int axis = 0; axis < grid.axes(); axis++) {
      final int k = grid.extent(axis);
      final int part = Math.min(hops, k / 2);
      to = grid.withCoordinate(to, axis, (grid.coordinate(source, axis) + part) % k);
      hops -= part;
    }
    return to;
  }
}
