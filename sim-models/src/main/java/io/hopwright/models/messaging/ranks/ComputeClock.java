package io.hopwright.models.messaging.ranks;

import io.hopwright.core.random.Draws;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import java.math.BigInteger;

/**
 * Durations of the compute bursts of a job's ranks, in ticks. Immutable; safe for any thread.
 *
 * <p>{@code docs/models/messaging.md}, "Compute time".
 */
final class ComputeClock {
  private static final long MILLION = 1_000_000;
  private static final long PICOSECONDS = 1_000_000_000_000L;
  private static final int NOISE_BITS = 20;

  private final long ticks;
  private final long picoseconds;
  private final int scale;
  private final int noise;
  private final long component;
  private final Draws draws;

  ComputeClock(PlacedJob job, TickRate rate, Draws draws) {
    final BigInteger all =
        BigInteger.valueOf(rate.seconds()).multiply(BigInteger.valueOf(PICOSECONDS));
    final BigInteger common = all.gcd(BigInteger.valueOf(rate.ticks()));
    ticks = BigInteger.valueOf(rate.ticks()).divide(common).longValueExact();
    picoseconds = all.divide(common).longValueExact();
    scale = job.scaleMillionths();
    noise = job.noiseMillionths();
    component = (long) job.number() << Integer.SIZE;
    this.draws = draws;
  }

  /** Returns a burst of so many ps as it counts. */
  long burst(long time, int rank, long operation) {
    final long scaled = scale == MILLION ? time : Exact.scale(time, scale, MILLION);
    if (noise == 0) {
      return scaled;
    }
    final long x = draws.draw(component + rank, operation, 0) >>> (Long.SIZE - NOISE_BITS);
    final long deviation = noise * (2 * x + 1 - (1L << NOISE_BITS));
    return Math.addExact(scaled, share(scaled, deviation, MILLION << NOISE_BITS));
  }

  private static long share(long scaled, long deviation, long whole) {
    return deviation >= 0
        ? Exact.scale(scaled, deviation, whole)
        : Exact.scale(deviation, scaled, whole);
  }

  /** Returns the ticks of so many ps, rounded down. */
  long ticks(long time) {
    return Exact.scale(time, ticks, picoseconds);
  }
}
