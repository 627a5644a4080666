package io.hopwright.core.statistics;

/**
 * MSER-5 truncation: the number of initial values of a series to discard, so that the mean of the
 * rest is the steady-state mean.
 *
 * <p>The series is cut into batches of five values with means {@code z_1 … z_k}. If the batches
 * were independent, the squared standard error of the mean without the first {@code d} batches
 * would be
 *
 * <pre>MSER(d) = Σ_{j>d} (z_j − z̄_d)² / (k − d)²</pre>
 *
 * and the series is cut at the {@code d} that minimizes it: discarding more loses values,
 * discarding less keeps values of another level. The last {@value #MIN_KEPT} batches are always
 * kept, because a few batches can be close to each other by chance. If the best {@code d} is in the
 * second half, the series is too short or has no steady state: for a steadily growing series it is
 * at the end.
 *
 * <p>K. P. White, An effective truncation heuristic for bias reduction in simulation output,
 * Simulation 69(6), 1997; W. W. Franklin and K. P. White, Stationarity tests and MSER-5, Winter
 * Simulation Conference 2008; the two rules about the end of the series follow K. Hoad, S. Robinson
 * and R. Davies, Automating warm-up length estimation, J. Operational Research Society 61, 2010.
 *
 * @param truncated number of values to discard, a multiple of five; the smallest of equally good
 *     numbers
 * @param mean mean of the kept batches
 * @param mser the least MSER, in squared units of the series
 * @param reached whether the cut is in the first half
 */
public record Mser5(long truncated, double mean, double mser, boolean reached) {
  private static final int BATCH = 5;
  private static final int MIN_KEPT = 5;

  /** Fewest values of a series: as many batches stay as may go. */
  public static final int MIN_VALUES = 2 * MIN_KEPT * BATCH;

  /**
   * Truncates a series in time proportional to its length; values after the last whole batch are
   * ignored.
   *
   * @param series at least {@value #MIN_VALUES} finite values
   * @throws IllegalArgumentException if there are fewer values, or one is not finite
   */
  public static Mser5 of(double... series) {
    if (series.length < MIN_VALUES) {
      throw new IllegalArgumentException(series.length + " values, MSER-5 needs " + MIN_VALUES);
    }
    final int batches = series.length / BATCH;
    int best = batches;
    double least = Double.POSITIVE_INFINITY;
    double meanOfRest = 0;
    // Welford's update, from the end: exactly 0 as long as all values are the same.
    double mean = 0;
    double squares = 0;
    for (int d = batches - 1; d >= 0; d--) {
      final int kept = batches - d;
      final double value = batchMean(series, d);
      final double step = value - mean;
      mean += step / kept;
      squares += step * (value - mean);
      final double mser = squares / kept / kept;
      if (kept >= MIN_KEPT && mser <= least) {
        least = mser;
        best = d;
        meanOfRest = mean;
      }
    }
    return new Mser5((long) best * BATCH, meanOfRest, least, 2 * best <= batches);
  }

  private static double batchMean(double[] series, int batch) {
    double sum = 0;
    for (int i = batch * BATCH; i < (batch + 1) * BATCH; i++) {
      if (!Double.isFinite(series[i])) {
        throw new IllegalArgumentException("value " + i + " of the series is " + series[i]);
      }
      sum += series[i];
    }
    return sum / BATCH;
  }
}
