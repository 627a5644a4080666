package io.hopwright.models.measure;

/** Counters over an interval of a run that all machines have; machines add others. */
public interface Span {
  /** Returns the first tick. */
  long fromTick();

  /** Returns the tick after the last. */
  long toTick();

  /** Returns the number of nodes. */
  long nodes();

  /** Returns the totals. */
  Totals totals();

  /**
   * Returns the share of ticks in which a link is busy, as a mean over all links; null without a
   * tick.
   */
  Double linkUtilization();

  /**
   * Returns the deliveries whose response times count: all, but where requests are answered only
   * those of requests.
   */
  default long timed() {
    return totals().get(Totals.DELIVERED);
  }

  /** Returns those of {@link #timed} that response times are known of: all, or none. */
  default long responses() {
    return timed();
  }

  /**
   * Returns the deliveries of {@link #timed} that are still due, of the packets that have entered
   * the network. Where packets are answered, only requests are timed.
   */
  default long untimed() {
    final long delivered = totals().get(Totals.DELIVERED);
    return timed() == delivered
        ? totals().get(Totals.IN_NETWORK)
        : totals().get(Totals.INJECTED) - timed();
  }

  /** Returns the hops of {@link #timed}. */
  default long timedHops() {
    return totals().get(Totals.DELIVERED_HOPS);
  }

  /** Returns the number of ticks. */
  default long ticks() {
    return toTick() - fromTick();
  }

  /** Returns the ticks of all nodes together. */
  default double nodeTicks() {
    return (double) nodes() * ticks();
  }
}
