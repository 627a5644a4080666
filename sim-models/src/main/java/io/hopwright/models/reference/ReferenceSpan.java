package io.hopwright.models.reference;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;

/** Counters of a reference model over an interval, in the terms of all machines. */
record ReferenceSpan(long nodes, long links, long fromTick, long toTick, ReferenceCounts counts)
    implements Span {
  @Override
  public Totals totals() {
    final Totals totals = new Totals(new long[Totals.FIRST_OWN]);
    totals.count(Totals.INJECTED, counts.get(ReferenceMachine.INJECTED));
    totals.count(Totals.INJECTED_BYTES, counts.get(ReferenceMachine.BYTES_INJECTED));
    totals.count(Totals.DELIVERED, counts.get(ReferenceMachine.DELIVERED));
    totals.count(Totals.DELIVERED_BYTES, counts.get(ReferenceMachine.BYTES_DELIVERED));
    totals.count(Totals.HOPS, counts.get(ReferenceMachine.HOPS));
    totals.count(Totals.RESPONSE_TICKS, responseTicks());
    totals.count(
        Totals.IN_NETWORK,
        counts.get(ReferenceMachine.DUE) - counts.get(ReferenceMachine.DELIVERED));
    return totals;
  }

  private long responseTicks() {
    return counts.has(ReferenceMachine.RESPONSE_TICKS)
        ? counts.get(ReferenceMachine.RESPONSE_TICKS)
        : 0;
  }

  @Override
  public Double linkUtilization() {
    return Metrics.ratio(counts.get(ReferenceMachine.BUSY_TICKS), (double) links * ticks());
  }

  @Override
  public long timed() {
    return counts.get(ReferenceMachine.TIMED);
  }

  @Override
  public long timedHops() {
    return counts.get(ReferenceMachine.TIMED_HOPS);
  }
}
