package io.hopwright.core.random;

/**
 * Geometric distribution on 1, 2, 3, …: gaps between the successes of one Bernoulli trial per tick.
 *
 * <p>Inversion, {@code 1 + ⌊−log2(u) / −log2(1−p)⌋}, in fixed point: the logarithm comes from a
 * table of 1,024 intervals with linear interpolation (error below 2⁻²² of a bit), so that every JDK
 * and every processor gives the same gap. Costs about 5 ns. Immutable; safe for any thread.
 */
public final class GeometricGaps {
  /** Smallest probability of a success per tick. */
  public static final double MIN_PROBABILITY = 0x1p-40;

  private static final int TABLE_BITS = 10;
  private static final int FRACTION_BITS = 32;
  private static final int SCALE_BITS = 20;
  private static final long[] LOG2_ONE_PLUS = logTable();

  private final long scale;

  /**
   * Prepares gaps of mean {@code 1 / probability}.
   *
   * @param probability of a success per tick, in [{@link #MIN_PROBABILITY}, 1]
   */
  public GeometricGaps(double probability) {
    if (!(probability >= MIN_PROBABILITY && probability <= 1)) {
      throw new IllegalArgumentException("probability=" + probability + " is outside 2^-40…1");
    }
    final double bitsPerTick = -StrictMath.log1p(-probability) / StrictMath.log(2);
    scale = Math.round((1L << SCALE_BITS) / bitsPerTick);
  }

  /** Returns the gap, at least 1, that a uniform 64-bit draw represents. */
  public long gap(long draw) {
    final long bits = negativeLog2(draw);
    final int shift = FRACTION_BITS + SCALE_BITS;
    return 1 + ((Math.multiplyHigh(bits, scale) << (64 - shift)) | ((bits * scale) >>> shift));
  }

  /** Returns −log2(draw / 2^64) in units of 2^-32, the draw taken as unsigned and not 0. */
  static long negativeLog2(long draw) {
    final long odd = draw | 1;
    final int zeros = Long.numberOfLeadingZeros(odd);
    final long mantissa = odd << zeros;
    final int interval = (int) (mantissa >>> (63 - TABLE_BITS)) & ((1 << TABLE_BITS) - 1);
    final long fraction = (mantissa >>> (63 - TABLE_BITS - FRACTION_BITS)) & 0xFFFFFFFFL;
    final long low = LOG2_ONE_PLUS[interval];
    final long step = ((LOG2_ONE_PLUS[interval + 1] - low) * fraction) >>> FRACTION_BITS;
    return ((zeros + 1L) << FRACTION_BITS) - low - step;
  }

  private static long[] logTable() {
    final int intervals = 1 << TABLE_BITS;
    final long[] table = new long[intervals + 1];
    for (int i = 0; i <= intervals; i++) {
      final double log2 = StrictMath.log(1 + (double) i / intervals) / StrictMath.log(2);
      table[i] = Math.round(log2 * (1L << FRACTION_BITS));
    }
    return table;
  }
}
