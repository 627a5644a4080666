package io.hopwright.models.switching.crossbar;

import io.hopwright.models.measure.Counter;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;

/**
 * Counters over an interval, on machines whose routers are crossbars. Shares are null where nothing
 * could be counted.
 *
 * @param ports connected ports of each kind
 * @param nodes nodes of the machine
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 * @param timing deliveries whose response times count
 */
public record PortSpan(
    PortsInUse ports, long nodes, long fromTick, long toTick, Totals totals, Timing timing)
    implements Span {
  /**
   * Deliveries whose response times count.
   *
   * @param deliveries number of the total that counts them
   * @param hops number of the total of their links
   * @param followed whether all packets are followed; if not, the packets of some runs are
   */
  public record Timing(int deliveries, int hops, boolean followed) {
    /** All deliveries count, and all packets are followed. */
    public static final Timing OF_ALL = new Timing(Totals.DELIVERED, Totals.DELIVERED_HOPS, true);

    /** All deliveries count, but packets are followed in some runs only, or in none. */
    public static final Timing OF_SOME_RUNS =
        new Timing(Totals.DELIVERED, Totals.DELIVERED_HOPS, false);

    /** Requests count, and their answers do not. */
    public static Timing ofRequests(Counter requests, Counter hops) {
      return new Timing(requests.slot(), hops.slot(), true);
    }
  }

  @Override
  public long timed() {
    return totals.get(timing.deliveries);
  }

  @Override
  public long timedHops() {
    return totals.get(timing.hops);
  }

  /** A packet that is followed takes a tick at least. */
  @Override
  public long responses() {
    return timing.followed || totals.get(Totals.RESPONSE_TICKS) > 0 ? timed() : 0;
  }

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

  /** Returns a count of a kind of ports per port, divided by {@code each}; null without ports. */
  public Double perPort(int total, int kind, double each) {
    return Metrics.ratio(totals.get(total), ports.counts().get(kind) * each);
  }

  /** Returns the share of ticks in which ports of a kind are busy; null without ports. */
  public Double utilization(int kind) {
    return perPort(PortStatistics.busy(kind), kind, (double) ticks());
  }
}
