package io.hopwright.models.bluegene;

import io.hopwright.models.bluegene.nodes.TrafficBounds;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.switching.torusrouter.TorusCounter;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import io.hopwright.models.topology.Torus;
import java.util.stream.IntStream;

/**
 * Counters of a torus over an interval. Shares are null where nothing could be counted.
 *
 * @param torus the machine
 * @param enteringLinks links into the region whose traffic was counted separately, 0 for none
 * @param fromTick first tick
 * @param toTick tick after the last
 * @param totals totals of all partitions
 */
record TorusSpan(Torus torus, long enteringLinks, long fromTick, long toTick, TorusTotals totals)
    implements Span {
  private static final long PER_HOP_OVERHEAD =
      TrafficBounds.HEADER_BYTES + TrafficBounds.TRAILER_BYTES;

  @Override
  public long nodes() {
    return torus.nodes();
  }

  long count(TorusCounter counter) {
    return totals.get(counter);
  }

  private double linkTicks() {
    return (double) torus.links() * ticks();
  }

  @Override
  public Double linkUtilization() {
    return Metrics.ratio(totals.dataBytes() + totals.ackBytes(), linkTicks());
  }

  Double linkUtilization(int dimension) {
    final long bytes = totals.dataBytes(dimension) + totals.ackBytes(dimension);
    return Metrics.ratio(bytes, (double) torus.links(dimension) * ticks());
  }

  /** Returns the utilization as a share of another. */
  Double shareOf(double peak) {
    return Metrics.ratio(totals.dataBytes() + totals.ackBytes(), linkTicks() * peak);
  }

  Double dataLinkUtilization() {
    return Metrics.ratio(totals.dataBytes(), linkTicks());
  }

  Double payloadUtilization() {
    final long overhead = PER_HOP_OVERHEAD * totals.get(TorusTotals.HOPS);
    return Metrics.ratio(totals.dataBytes() - overhead, linkTicks());
  }

  /** Returns the bytes per tick and link on a VC. */
  Double throughput(int vc) {
    return Metrics.ratio(totals.dataBytesOnVc(vc), linkTicks());
  }

  /** Returns the share of the bytes that the VCs numbered {@code [from, to)} carried. */
  Double share(int from, int to) {
    final long bytes = IntStream.range(from, to).mapToLong(totals::dataBytesOnVc).sum();
    return Metrics.ratio(bytes, (double) totals.dataBytes());
  }

  long deliveredFromOutside() {
    return totals.get(TorusCounter.DELIVERED_FROM_OUTSIDE);
  }

  long deliveredFromInside() {
    return totals.get(TorusTotals.DELIVERED) - deliveredFromOutside();
  }

  /** Returns the utilization of the links that enter the region. */
  Double enteringLinkUtilization() {
    return Metrics.ratio(totals.get(TorusCounter.ENTERING_BYTES), (double) enteringLinks * ticks());
  }

  /** Returns the bytes of packets received per tick and link, of links that received any. */
  Double linkGoodput() {
    return Metrics.ratio(
        totals.get(TorusCounter.GOOD_BYTES),
        (double) totals.get(TorusCounter.GOOD_LINKS) * ticks());
  }

  Double unblockingProbability() {
    return Metrics.ratio(
        totals.get(TorusCounter.UNBLOCKING_CREDITS), (double) totals.get(TorusCounter.CREDITS));
  }
}
