package io.hopwright.models.cascade.network;

import io.hopwright.models.topology.Dragonfly;

/**
 * Probability that bit errors on links go undetected ({@code docs/models/cascade-faults.md},
 * "Undetected errors"). Each 60 B have a CRC of 20 bits, which detects up to three errors, and all
 * but 2<sup>−20</sup> of the other cases. Source: Faanes et al. 2012, section V.
 */
public final class UndetectedErrors {
  /** Error rate of lanes as in the paper's estimate. */
  public static final double PUBLISHED_BIT_ERROR_RATE = 1e-7;

  private static final int BITS = 480;
  private static final int CRC_BITS = 20;
  private static final int UNCERTAIN = 4;
  private static final double BITS_PER_GIGABYTE = 8e9;
  private static final double SECONDS_PER_YEAR = 365.25 * 86_400;

  private UndetectedErrors() {}

  /** Returns the mean years between two undetected errors on all links of a machine. */
  public static double years(
      Dragonfly dragonfly, CascadeRates rates, boolean opticalBlue, double bitErrorRate) {
    return years(bitsPerSecond(dragonfly, rates, opticalBlue), bitErrorRate);
  }

  /**
   * Returns the mean years between two undetected errors on links with a total rate in bits per
   * second.
   */
  public static double years(double bitsPerSecond, double bitErrorRate) {
    double perUnit = Math.scalb(1.0, -CRC_BITS);
    for (int i = 0; i < UNCERTAIN; i++) {
      perUnit *= bitErrorRate * (BITS - i) / (i + 1);
    }
    return 1 / (bitsPerSecond / BITS * perUnit) / SECONDS_PER_YEAR;
  }

  private static double bitsPerSecond(
      Dragonfly dragonfly, CascadeRates rates, boolean opticalBlue) {
    double sum = 0;
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < Dragonfly.TILES; port++) {
        final boolean exists = dragonfly.neighbour(aries, port) != Dragonfly.NONE;
        final boolean optical = port >= Dragonfly.BLUE && opticalBlue;
        sum += exists ? rates.gigabytesPerSecond(optical) * BITS_PER_GIGABYTE : 0;
      }
    }
    return sum;
  }
}
