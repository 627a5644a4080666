package io.hopwright.models.traffic;

import io.hopwright.models.topology.Torus;

/**
 * One destination for every hop count from 1 to the diameter, as far as possible along x, then y,
 * then z: packet {@code s} goes {@code s + 1} hops.
 *
 * @param torus the machine
 */
public record LadderDestinations(Torus torus) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    int hops = (int) sequence + 1;
    int to = source;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int k = torus.extent(dimension);
      final int part = Math.min(hops, k / 2);
      to = torus.withCoordinate(to, dimension, (torus.coordinate(source, dimension) + part) % k);
      hops -= part;
    }
    return to;
  }
}
