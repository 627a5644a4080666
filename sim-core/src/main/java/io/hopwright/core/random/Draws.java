package io.hopwright.core.random;

/**
 * Random numbers as hashes of their purpose, not draws from a stream.
 *
 * <p>The same (seed, purpose, component, time, index) gives the same number on every call, so
 * results depend neither on the order of evaluation nor on the partition plan, and a draw without
 * effect can be skipped. The mixing function is Stafford's variant 13 of the MurmurHash3 finalizer,
 * as in {@link java.util.SplittableRandom}.
 *
 * <p>Immutable; safe for any thread.
 */
public final class Draws {
  /** {@link #threshold} of probability one: above every 32-bit number. */
  private static final long ALWAYS = 1L << 32;

  private static final long PURPOSE_STRIDE = 0x9E3779B97F4A7C15L;
  private static final long COMPONENT_STRIDE = 0xD1342543DE82EF95L;
  private static final long TIME_STRIDE = 0xDABA0B6EB09322E3L;
  private static final long INDEX_STRIDE = 0xA24BAED4963EE407L;

  private final long key;

  private Draws(long key) {
    this.key = key;
  }

  /** Returns the draws of one purpose under one seed; purposes are numbered by the model. */
  public static Draws of(long seed, int purpose) {
    return new Draws(mix(seed + PURPOSE_STRIDE * (purpose + 1L)));
  }

  /** Returns the 64-bit draw of a component (node, link) at a tick, or for a sequence number. */
  public long draw(long component, long time, long index) {
    return mix(key + component * COMPONENT_STRIDE + time * TIME_STRIDE + index * INDEX_STRIDE);
  }

  /** Returns a number uniform in {@code [0, bound)} from a draw; {@code 0 < bound < 2^31}. */
  public static int pick(long draw, int bound) {
    return (int) (((draw >>> 32) * bound) >>> 32);
  }

  /** Returns the position of a uniformly picked set bit of {@code set}, which is not empty. */
  public static int pickBit(long draw, long set) {
    long rest = set;
    for (int skip = pick(draw, Long.bitCount(set)); skip > 0; skip--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  /** Returns the threshold for {@link #chance} that represents {@code probability} in [0, 1]. */
  public static long threshold(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability=" + probability + " is outside 0…1");
    }
    return Math.round(probability * ALWAYS);
  }

  /** Returns true with the probability that {@code threshold} represents. */
  public static boolean chance(long draw, long threshold) {
    return (draw >>> 32) < threshold;
  }

  /** Mixes 64 bits so that every input bit changes every output bit with probability near ½. */
  public static long mix(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
