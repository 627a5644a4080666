package io.hopwright.models.traffic;

import io.hopwright.models.topology.Torus;

/**
 * As many hops for every packet, all in + direction of x.
 *
 * @param torus the machine
 * @param hops 1 to half of the ring
 * @param cores per node that send
 */
public record RingShift(Torus torus, int hops, int cores) implements Destinations {
  private static final int X_PLUS = 0;

  @Override
  public int destination(int source, long sequence) {
    return torus.withCoordinate(source, 0, (torus.coordinate(source, 0) + hops) % torus.extent(0));
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
