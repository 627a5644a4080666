package io.hopwright.models.bluegene;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.RunPlan;
import java.util.DoubleSummaryStatistics;
import java.util.stream.IntStream;

/**
 * Shape of a run's throughput over time: its rise, peak and decline over complete intervals of the
 * grid. Rates are relative to the peak; values of events that did not happen are null.
 *
 * @param first rate of the first interval
 * @param peakTick end of the peak
 * @param declinedTick end of the first interval after it at 80 % of the peak or less
 * @param firstMinimumTick end of the first minimum from there on
 * @param plateau mean over the measured interval
 * @param plateauRange its range from smallest to largest
 */
record ThroughputCurve(
    Double first,
    Long peakTick,
    Long declinedTick,
    Long firstMinimumTick,
    Double plateau,
    Double plateauRange) {
  private static final double DECLINED = 0.8;

  static ThroughputCurve of(MeasuredRun<?> measured) {
    final RunPlan run = measured.network().run();
    final long rowTicks = measured.rowTicks();
    final int whole = (int) Math.min(measured.intervals().size(), measured.stopTick() / rowTicks);
    final double[] rate = new double[whole];
    int peak = 0;
    for (int i = 0; i < whole; i++) {
      rate[i] = (double) measured.intervals().get(i).totals().get(Totals.DELIVERED_BYTES);
      peak = rate[i] > rate[peak] ? i : peak;
    }
    if (whole == 0 || rate[peak] == 0) {
      return new ThroughputCurve(null, null, null, null, null, null);
    }
    final DoubleSummaryStatistics plateau =
        IntStream.range(0, whole)
            .filter(i -> run.measures(i * rowTicks))
            .mapToDouble(i -> rate[i])
            .summaryStatistics();
    final boolean any = plateau.getCount() > 0;
    return new ThroughputCurve(
        rate[0] / rate[peak],
        (peak + 1) * rowTicks,
        declined(rate, peak, rowTicks),
        firstMinimum(rate, peak, rowTicks),
        any ? plateau.getAverage() / rate[peak] : null,
        any ? (plateau.getMax() - plateau.getMin()) / rate[peak] : null);
  }

  private static Long declined(double[] rate, int peak, long rowTicks) {
    for (int i = peak + 1; i < rate.length; i++) {
      if (rate[i] <= DECLINED * rate[peak]) {
        return (i + 1) * rowTicks;
      }
    }
    return null;
  }

  private static Long firstMinimum(double[] rate, int peak, long rowTicks) {
    for (int i = peak + 1; i + 1 < rate.length; i++) {
      if (rate[i] <= DECLINED * rate[peak] && rate[i + 1] > rate[i]) {
        return (i + 1) * rowTicks;
      }
    }
    return null;
  }
}
