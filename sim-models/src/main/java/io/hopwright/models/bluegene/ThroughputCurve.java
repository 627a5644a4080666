package io.hopwright.models.bluegene;

import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The shape of a run's throughput over time: how it rises, peaks and declines. */
final class ThroughputCurve {
  private static final double DECLINED = 0.8;

  private ThroughputCurve() {}

  /**
   * Describes the delivered bytes per interval of the grid, whole intervals only: the first; the
   * end of the peak; after it, the end of the first at 80 % of the peak or less, and of the first
   * minimum from there on; the mean over the measured interval, and its range from smallest to
   * largest. Rates are relative to the peak.
   */
  static Map<String, Object> of(TorusMeasures measures, RunPlan run, long stopTick) {
    final int whole = (int) Math.min(measures.intervals(), stopTick / run.gridTicks());
    final double[] rate = new double[whole];
    int peak = 0;
    for (int i = 0; i < whole; i++) {
      rate[i] = (double) measures.interval(i).get(TorusTotals.DELIVERED_BYTES);
      peak = rate[i] > rate[peak] ? i : peak;
    }
    final Map<String, Object> values = new LinkedHashMap<>();
    final boolean any = whole > 0 && rate[peak] > 0;
    values.put("first", any ? rate[0] / rate[peak] : null);
    values.put("peakTick", any ? (peak + 1) * run.gridTicks() : null);
    values.put("declinedTick", any ? declined(rate, peak, run.gridTicks()) : null);
    values.put("firstMinimumTick", any ? firstMinimum(rate, peak, run.gridTicks()) : null);
    final DoubleSummaryStatistics measured =
        IntStream.range(0, whole)
            .filter(i -> run.measures(i * run.gridTicks()))
            .mapToDouble(i -> rate[i])
            .summaryStatistics();
    final boolean plateau = any && measured.getCount() > 0;
    values.put("plateau", plateau ? measured.getAverage() / rate[peak] : null);
    values.put(
        "plateauRange", plateau ? (measured.getMax() - measured.getMin()) / rate[peak] : null);
    return values;
  }

  private static Long declined(double[] rate, int peak, long gridTicks) {
    for (int i = peak + 1; i < rate.length; i++) {
      if (rate[i] <= DECLINED * rate[peak]) {
        return (i + 1) * gridTicks;
      }
    }
    return null;
  }

  private static Long firstMinimum(double[] rate, int peak, long gridTicks) {
    for (int i = peak + 1; i + 1 < rate.length; i++) {
      if (rate[i] <= DECLINED * rate[peak] && rate[i + 1] > rate[i]) {
        return (i + 1) * gridTicks;
      }
    }
    return null;
  }
}
