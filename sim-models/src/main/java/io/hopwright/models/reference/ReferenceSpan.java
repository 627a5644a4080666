package io.hopwright.models.reference;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Totals;

/** What a reference model has counted over some ticks, in the terms of all machines. */
record ReferenceSpan(long nodes, long links, long fromTick, long toTick, ReferenceCounts counts)
    implements Span {
  @Override
  public Totals totals() {
    return new Totals(
        counts.get(ReferenceMachine.INJECTED),
        counts.get(ReferenceMachine.BYTES_INJECTED),
        0,
        counts.get(ReferenceMachine.DELIVERED),
        counts.get(ReferenceMachine.BYTES_DELIVERED),
        0,
        counts.get(ReferenceMachine.HOPS),
        responseTicks(),
        counts.get(ReferenceMachine.DUE) - counts.get(ReferenceMachine.DELIVERED));
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
