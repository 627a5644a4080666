package io.hopwright.models.switching.crossbar;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;

/** Counters over an interval, on machines whose routers are crossbars. */
public interface PortSpan extends Span {
  /** Returns how many ports there are of each kind. */
  PortsInUse ports();

  @Override
  default Double linkUtilization() {
    long links = 0;
    long busy = 0;
    for (int kind = 0; kind < ports().counts().size(); kind++) {
      if (ports().kinds().get(kind).link()) {
        links += ports().counts().get(kind);
        busy += totals().get(PortStatistics.busy(kind));
      }
    }
    return Metrics.ratio(busy, (double) links * ticks());
  }

  /** Returns a count of a kind of ports per port, divided by {@code each}; null without ports. */
  default Double perPort(int total, int kind, double each) {
    return Metrics.ratio(totals().get(total), ports().counts().get(kind) * each);
  }

  /** Returns the share of ticks in which ports of a kind are busy; null without ports. */
  default Double utilization(int kind) {
    return perPort(PortStatistics.busy(kind), kind, (double) ticks());
  }
}
