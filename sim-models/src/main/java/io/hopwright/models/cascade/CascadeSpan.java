package io.hopwright.models.cascade;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * What was counted on a Cascade over some ticks. Shares are null where nothing could be counted.
 *
 * @param ports of the machine
 * @param index where the totals are
 * @param nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals of all partitions
 */
record CascadeSpan(
    PortsInUse ports, CascadeTotals index, long nodes, long fromTick, long toTick, Totals totals)
    implements Span {
  /** The last kind of ports leads to NICs, all others to other Aries. */
  @Override
  public Double linkUtilization() {
    long links = 0;
    long busy = 0;
    for (int kind = 0; kind < ports.counts().size(); kind++) {
      if (ports.kinds().get(kind).link()) {
        links += ports.counts().get(kind);
        busy += totals.get(PortStatistics.busy(kind));
      }
    }
    return Metrics.ratio(busy, (double) links * ticks());
  }

  @Override
  public long timed() {
    return totals.get(index.requests());
  }

  @Override
  public long timedHops() {
    return totals.get(index.requestHops());
  }

  /** Returns a count of a kind of ports per port, divided by {@code each}. */
  Double perPort(int total, int kind, double each) {
    return Metrics.ratio(totals.get(total), ports.counts().get(kind) * each);
  }

  Double linkUtilization(int kind) {
    return perPort(PortStatistics.busy(kind), kind, (double) ticks());
  }

  Double perPacket(int total) {
    return Metrics.ratio(totals.get(total), (double) totals.get(Totals.DELIVERED));
  }
}
