package io.hopwright.models.reference.bluegene;

import io.hopwright.core.statistics.TickHistogram;
import java.util.ArrayList;
import java.util.List;

/**
 * What one run of the reference model has measured: "Measures" of {@code docs/models/bluegene-l.md}
 * and {@code docs/results.md}. Confined to one thread.
 */
public final class ReferenceStatistics {
  /**
   * When is to be measured.
   *
   * @param fromTick first tick of the measured interval
   * @param toTick tick after its last; Long.MAX_VALUE if it lasts until the run ends
   * @param gridTicks interval of the series, and distance of samples
   */
  public record Interval(long fromTick, long toTick, long gridTicks) {
    private boolean contains(long tick) {
      return tick >= fromTick && tick < toTick;
    }
  }

  private final ReferenceTorus machine;
  private final Interval interval;
  private final List<ReferenceCounts> grid = new ArrayList<>();
  private ReferenceCounts atStart;
  private ReferenceCounts atEnd;
  private final long[] topRangeSamples;
  private long samples;
  private long deliveriesBorn;
  private long deliveriesDone;
  private long lastDeliveryTick = -1;
  private final TickHistogram response = new TickHistogram();
  private final TickHistogram networkLatency = new TickHistogram();
  private long excessSum;
  private long excessMin = Long.MAX_VALUE;
  private long excessMax = Long.MIN_VALUE;

  ReferenceStatistics(ReferenceTorus machine, Interval interval) {
    this.machine = machine;
    this.interval = interval;
    topRangeSamples = new long[machine.vcs()];
    machine.listen(this::onDelivery);
    machine.listenToBirths(this::onBirth);
  }

  private void onBirth(ReferencePacket packet) {
    deliveriesBorn += interval.contains(packet.birthTick) ? packet.deliveries() : 0;
  }

  private void onDelivery(ReferenceTorus.Delivery delivery) {
    lastDeliveryTick = delivery.tick();
    if (!interval.contains(delivery.birthTick())) {
      return;
    }
    deliveriesDone++;
    response.record(delivery.responseTicks());
    networkLatency.record(delivery.tick() - delivery.firstByteTick());
    excessSum += delivery.excessTicks();
    excessMin = Math.min(excessMin, delivery.excessTicks());
    excessMax = Math.max(excessMax, delivery.excessTicks());
  }

  /** Notes what is to be known of the state before {@code tick}, to be called before every tick. */
  void before(long tick) {
    if (tick == interval.fromTick) {
      atStart = ReferenceCounts.of(machine);
    }
    if (tick == interval.toTick) {
      atEnd = ReferenceCounts.of(machine);
    }
    if (tick % interval.gridTicks == 0) {
      machine.checkConservation();
      grid.add(ReferenceCounts.of(machine));
      if (interval.contains(tick)) {
        sample();
      }
    }
  }

  private void sample() {
    samples += machine.config.links();
    for (int v = 0; v < topRangeSamples.length; v++) {
      topRangeSamples[v] += machine.topRangeBuffers(v);
    }
  }

  /** The run has ended. */
  void close() {
    machine.checkConservation();
    final ReferenceCounts last = ReferenceCounts.of(machine);
    grid.add(last);
    atEnd = atEnd == null ? last : atEnd;
    atStart = atStart == null ? atEnd : atStart;
  }

  /** What was counted over the whole run. */
  public ReferenceCounts whole() {
    return grid.get(grid.size() - 1);
  }

  /** What was counted in the measured interval, as far as it was simulated. */
  public ReferenceCounts measured() {
    return atEnd.since(atStart);
  }

  /** What had been counted at every tick of the grid, from tick 0, and at the end of the run. */
  public List<ReferenceCounts> grid() {
    return List.copyOf(grid);
  }

  /** Sum of the delivery words of all deliveries, modulo 2^64. */
  public long digest() {
    return machine.digest();
  }

  /** Tick of the last delivery, −1 if there was none. */
  public long lastDeliveryTick() {
    return lastDeliveryTick;
  }

  /** Samples of each VC: links times ticks of the grid in the measured interval. */
  public long samples() {
    return samples;
  }

  /** In how many samples the buffer of a VC was in the top range of fullness. */
  public long topRangeSamples(int vc) {
    return topRangeSamples[vc];
  }

  /** Response times of the packets born in the measured interval. */
  public TickHistogram response() {
    return response;
  }

  /** The same from the first byte on the first link. */
  public TickHistogram networkLatency() {
    return networkLatency;
  }

  /** Whether the packets born in the measured interval are followed until they are delivered. */
  public boolean following() {
    return !machine.config.saturated() && interval.toTick != Long.MAX_VALUE;
  }

  /** Deliveries still due of those packets; 0 if they are not followed. */
  public long awaited() {
    return following() ? deliveriesBorn - deliveriesDone : 0;
  }

  /** Whether the measured interval has been simulated whole. */
  public boolean complete() {
    return whole().tick() >= interval.toTick;
  }

  /** Least zero-load excess of those packets; Long.MAX_VALUE without any. */
  public long excessMin() {
    return excessMin;
  }

  /** Mean zero-load excess of those packets. */
  public double excessMean() {
    return (double) excessSum / response.count();
  }

  /** Largest zero-load excess of those packets; Long.MIN_VALUE without any. */
  public long excessMax() {
    return excessMax;
  }
}
