package io.hopwright.models.tnw;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;
import java.util.stream.IntStream;

/**
 * Counters of a TNW over an interval.
 *
 * @param settings settings of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record TnwSpan(TnwSettings settings, long fromTick, long toTick, Totals totals) implements Span {
  @Override
  public long nodes() {
    return settings.grid().routers();
  }

  @Override
  public Double linkUtilization() {
    final long busy =
        IntStream.range(0, TnwCounter.AXES)
            .mapToLong(axis -> totals.get(TnwCounter.busy(axis)))
            .sum();
    return Metrics.ratio(busy, (double) settings.grid().links() * ticks());
  }

  /** Returns how busy the links of a dimension are, null without one. */
  Double utilization(int axis) {
    return Metrics.ratio(
        totals.get(TnwCounter.busy(axis)), (double) settings.grid().links(axis) * ticks());
  }

  /** Returns the packets started on each link of a dimension, null without one. */
  Double packetsPerLink(int axis) {
    return Metrics.ratio(
        totals.get(TnwCounter.packets(axis)), (double) settings.grid().links(axis));
  }
}
