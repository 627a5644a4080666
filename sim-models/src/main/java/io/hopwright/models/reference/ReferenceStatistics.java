package io.hopwright.models.reference;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Occupancy;
import io.hopwright.models.measure.PacketStatistics;
import io.hopwright.models.run.RunPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * Measurements of one run of a reference model: "Measures" of the rule pages and {@code
 * docs/results.md}. Confined to one thread.
 */
public final class ReferenceStatistics {
  /** Largest number of rows; above it, each two rows become one. */
  private static final int MOST_ROWS = 16_384;

  private final ReferenceMachine machine;
  private final RunPlan run;

  private record Transmission(long endTick, List<String> counts) {}

  private final List<Transmission> transmissions = new ArrayList<>();
  private final List<ReferenceCounts> grid = new ArrayList<>();
  private ReferenceCounts atStart;
  private ReferenceCounts atEnd;
  private ReferenceCounts whole;
  private ReferenceJobNumbers jobs;
  private long samples;
  private long deliveriesBorn;
  private long bytesBorn;
  private long deliveriesDone;
  private long lastDeliveryTick = -1;
  private final TickHistogram response = new TickHistogram();
  private final TickHistogram networkLatency = new TickHistogram();
  private final LongSummaryStatistics excess = new LongSummaryStatistics();

  /** Packets by the tick of their birth, saturated sources aside. */
  private final Map<Long, Long> births = new HashMap<>();

  /** Numbers of packets in each place at the end of a tick, or their sums over several ticks. */
  private record Levels(long ticks, long injected, long inFlight, long queued, long outstanding) {
    Levels plus(Levels other) {
      return new Levels(
          ticks + other.ticks,
          injected + other.injected,
          inFlight + other.inFlight,
          queued + other.queued,
          outstanding + other.outstanding);
    }
  }

  /** Levels at the end of the last tick. */
  private Levels levels = new Levels(1, 0, 0, 0, 0);

  /** Over the ticks of the measured interval, or until the end of the run. */
  private Levels sums = new Levels(0, 0, 0, 0, 0);

  ReferenceStatistics(ReferenceMachine machine, RunPlan run) {
    this.machine = machine;
    this.run = run;
    machine.measuredBy(this);
  }

  /** Returns when is measured. */
  public RunPlan run() {
    return run;
  }

  /** Counts packets of a source with an end that are generated, or will be. */
  public void onBirth(long tick, long packets, long deliveries, long bytes) {
    deliveriesBorn += run.measures(tick) ? deliveries : 0;
    bytesBorn += run.measures(tick) ? bytes : 0;
    births.merge(tick, packets, Long::sum);
  }

  /**
   * Counts a link that begins to be busy, until {@code endTick}.
   *
   * @param counts names of the machine's counts that grow by one in each of these ticks
   */
  public void onTransmission(long endTick, String... counts) {
    transmissions.add(new Transmission(endTick, List.of(counts)));
  }

  /** Counts a packet that has reached its end. */
  public void onDelivery(long tick) {
    lastDeliveryTick = tick;
  }

  /** Counts a delivered packet whose response time counts. */
  public void onResponse(long birthTick, long responseTicks, long networkTicks, long excessTicks) {
    if (!run.measures(birthTick)) {
      return;
    }
    deliveriesDone++;
    response.record(responseTicks);
    networkLatency.record(networkTicks);
    excess.accept(excessTicks);
  }

  /** Records the state before the machine's next tick. */
  void note() {
    final long tick = machine.tick();
    if (tick == run.warmupTicks()) {
      atStart = ReferenceCounts.of(machine);
    }
    if (tick == run.measuredTo()) {
      atEnd = ReferenceCounts.of(machine);
    }
    if (tick % run.gridTicks() == 0) {
      machine.checkConservation();
      grid.add(passed());
      if (run.measures(tick)) {
        samples++;
        machine.sample();
      }
    }
  }

  /** Samples the state at the end of a tick. */
  void observe(long tick) {
    if (tick == 0 || machine.now() == tick) {
      levels =
          new Levels(
              1,
              machine.packetsInjected(),
              machine.packetsInFlight(),
              machine.packetsQueued(),
              machine.outstandingRequests());
    }
    if (run.measures(tick)) {
      sums = sums.plus(levels);
    }
  }

  /**
   * Returns the occupancies in a measured interval of the given length. Packets that are left at
   * the end of the run count up to the last delivery.
   */
  Occupancy occupancy(long ticks) {
    final long late = sums.ticks - ticks;
    final long from = run.warmupTicks();
    final long to = from + sums.ticks;
    long born = 0;
    for (final Map.Entry<Long, Long> birth : births.entrySet()) {
      final long since = Math.max(birth.getKey(), from);
      born += birth.getKey() < to ? (to - since - late) * birth.getValue() : 0;
    }
    return new Occupancy(
        machine.isEndless() || born == 0 ? null : born - (sums.injected - late * levels.injected),
        sums.inFlight - late * levels.inFlight,
        sums.queued - late * levels.queued,
        sums.outstanding - late * levels.outstanding);
  }

  /** The run has ended. */
  void close() {
    machine.checkConservation();
    if (isOpen() && !machine.isEndless()) {
      machine.tellBirths(machine.tick());
    }
    final ReferenceCounts last = ReferenceCounts.of(machine);
    whole = last;
    jobs = machine.jobs();
    grid.add(last.tick() % run.gridTicks() == 0 ? passed() : last);
    atEnd = atEnd == null ? last : atEnd;
    atStart = atStart == null ? atEnd : atStart;
  }

  /** Returns the counts over the whole run. */
  public ReferenceCounts whole() {
    return whole;
  }

  /** Returns the measurements of jobs over the whole run. */
  ReferenceJobNumbers jobs() {
    return jobs;
  }

  /** Returns the counts in the measured interval, as far as it was simulated. */
  public ReferenceCounts measured() {
    return atEnd.since(atStart);
  }

  /** Returns the counts without traffic that has not yet passed its links. */
  private ReferenceCounts passed() {
    final ReferenceCounts counted = ReferenceCounts.of(machine);
    final ReferenceCounts all =
        new ReferenceCounts(counted.tick(), new LinkedHashMap<>(counted.values()));
    transmissions.removeIf(transmission -> transmission.endTick <= all.tick());
    for (final Transmission transmission : transmissions) {
      for (final String count : transmission.counts) {
        all.values().merge(count, all.tick() - transmission.endTick, Long::sum);
      }
    }
    return all;
  }

  /** Returns what had been counted at the ends of all rows of the series, and at tick 0. */
  List<ReferenceCounts> ends() {
    List<ReferenceCounts> ends = grid;
    while (ends.size() - 1 > MOST_ROWS) {
      final List<ReferenceCounts> fewer = new ArrayList<>();
      for (int i = 0; i < ends.size(); i++) {
        if (i % 2 == 0 || i == ends.size() - 1) {
          fewer.add(ends.get(i));
        }
      }
      ends = fewer;
    }
    return ends;
  }

  /** Tick of the last delivery, −1 if there was none. */
  long lastDeliveryTick() {
    return lastDeliveryTick;
  }

  /** Returns the number of samples of buffers in the measured interval. */
  public long samples() {
    return samples;
  }

  /**
   * Returns whether the packets generated in the measured interval are followed until they are
   * delivered.
   */
  public boolean following() {
    return !machine.isEndless() && !isOpen();
  }

  /** Returns whether the run is measured until it ends. */
  private boolean isOpen() {
    return run.measuredTo() == Long.MAX_VALUE;
  }

  /** Deliveries still due of those packets; 0 if they are not followed. */
  long awaited() {
    return following() ? deliveriesBorn - deliveriesDone : 0;
  }

  /** Returns the statistics of single packets in a run that has ended at {@code stopTick}. */
  PacketStatistics packets(long stopTick) {
    final boolean whole = stopTick >= run.measuredTo();
    return new PacketStatistics(
        String.format("%016x", machine.digest()),
        lastDeliveryTick,
        response,
        networkLatency,
        excess.getMin(),
        (double) excess.getSum() / excess.getCount(),
        excess.getMax(),
        whole && machine.hasOpenLoop() ? bytesBorn : null,
        null,
        null,
        following() && whole ? awaited() : null,
        !machine.isEndless() && (whole || isOpen()) ? deliveriesBorn : null);
  }
}
