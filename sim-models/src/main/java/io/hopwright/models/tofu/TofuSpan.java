package io.hopwright.models.tofu;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortStatistics;
import java.util.List;

/**
 * What was counted over some ticks. Shares are null where nothing could be counted.
 *
 * @param ports how many of each kind lead somewhere, those to network interfaces last
 * @param index where the totals are
 * @param nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record TofuSpan(
    List<Long> ports, TofuTotals index, long nodes, long fromTick, long toTick, Totals totals)
    implements Span {
  @Override
  public Double linkUtilization() {
    long links = 0;
    long busy = 0;
    for (int kind = 0; kind < ports.size() - 1; kind++) {
      links += ports.get(kind);
      busy += totals.get(PortStatistics.busy(kind));
    }
    return Metrics.ratio(busy, (double) links * ticks());
  }

  @Override
  public long timed() {
    return totals.get(index.completed());
  }

  @Override
  public long timedHops() {
    return totals.get(index.completedHops());
  }

  /** Returns a count of a kind of ports per port, divided by {@code each}. */
  Double perPort(int total, int kind, double each) {
    return Metrics.ratio(totals.get(total), ports.get(kind) * each);
  }

  Double utilization(int kind) {
    return perPort(PortStatistics.busy(kind), kind, (double) ticks());
  }
}
