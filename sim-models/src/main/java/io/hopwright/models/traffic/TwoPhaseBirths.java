package io.hopwright.models.traffic;

/**
 * Generation times of packets that travel in two legs: packet {@code s}, numbered {@code 2·s} on
 * its first leg and {@code 2·s + 1} on its second, is generated once.
 *
 * @param whole generation times of the packets
 */
public record TwoPhaseBirths(Births whole) implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return whole.birth(source, sequence / TwoPhaseDestinations.LEGS, previousBirth);
  }

  /** Counts each packet with its first leg, whichever of them that is. */
  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    return first == 0 ? whole.bornIn(source, 0, 1, from, to) : 0;
  }

  @Override
  public long bornTicks(int source, long first, int step, long from, long to) {
    return first == 0 ? whole.bornTicks(source, 0, 1, from, to) : 0;
  }
}
