package io.hopwright.models.reference.messaging;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.math.BigInteger;

/** Compute times of a rank (section "Compute time" of the page). */
final class ReferenceClock {
  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);
  private static final BigInteger PICOSECONDS = MILLION.multiply(MILLION);
  private static final int DRAWN_BITS = 20;

  private final ReferenceDraws draws;
  private final PlacedJob job;
  private final long node;

  /** {@code r}, as a fraction. */
  private final BigInteger ticks;

  private final BigInteger picoseconds;

  /** {@code T}. */
  private BigInteger sum = BigInteger.ZERO;

  ReferenceClock(ReferenceDraws draws, PlacedJob job, int rank, TickRate rate) {
    this.draws = draws;
    this.job = job;
    node = (1L << 32) * job.number() + rank;
    ticks = BigInteger.valueOf(rate.ticks());
    picoseconds = BigInteger.valueOf(rate.seconds()).multiply(PICOSECONDS);
  }

  /** Ticks of the next burst, the operation {@code n} of the rank. */
  long ticks(long burst, long n) {
    final BigInteger before = ticks(sum);
    sum = sum.add(counted(burst, n));
    return ticks(sum).subtract(before).longValueExact();
  }

  private BigInteger ticks(BigInteger time) {
    return floor(time.multiply(ticks), picoseconds);
  }

  private BigInteger counted(long burst, long n) {
    final BigInteger scaled =
        floor(
            BigInteger.valueOf(burst).multiply(BigInteger.valueOf(job.scaleMillionths())), MILLION);
    if (job.noiseMillionths() == 0) {
      return scaled;
    }
    final long x = draws.draw(Purpose.NOISE, node, n, 0) >>> (Long.SIZE - DRAWN_BITS);
    final BigInteger noise =
        scaled
            .multiply(BigInteger.valueOf(job.noiseMillionths()))
            .multiply(BigInteger.valueOf(2 * x + 1 - (1L << DRAWN_BITS)));
    return scaled.add(floor(noise, MILLION.shiftLeft(DRAWN_BITS)));
  }

  private static BigInteger floor(BigInteger dividend, BigInteger divisor) {
    return dividend.subtract(dividend.mod(divisor)).divide(divisor);
  }
}
