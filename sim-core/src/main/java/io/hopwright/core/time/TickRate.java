package io.hopwright.core.time;

import java.math.BigInteger;

/**
 * Ticks per second as an exact ratio, so that simulated time converts without drift.
 *
 * @param ticks numerator, positive
 * @param seconds denominator, positive: {@code ticks} ticks last {@code seconds} seconds
 */
public record TickRate(long ticks, long seconds) {
  private static final double NANOSECONDS = 1e9;

  /** Checks that both parts are positive. */
  public TickRate {
    if (ticks <= 0 || seconds <= 0) {
      throw new IllegalArgumentException(
          "tick rate " + ticks + "/" + seconds + " must have positive parts");
    }
  }

  /** Returns the number of ticks per nanosecond, which is the rate in GB/s of one byte per tick. */
  public double ticksPerNanosecond() {
    return ticks / (seconds * NANOSECONDS);
  }

  /** Returns the length of {@code count} ticks in seconds, rounded once, at the end. */
  public double toSeconds(long count) {
    final BigInteger numerator = BigInteger.valueOf(count).multiply(BigInteger.valueOf(seconds));
    return new java.math.BigDecimal(numerator)
        .divide(new java.math.BigDecimal(ticks), java.math.MathContext.DECIMAL128)
        .doubleValue();
  }
}
