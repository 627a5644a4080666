package io.hopwright.models.run;

import io.hopwright.models.measure.Counter;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Occupancy;
import io.hopwright.models.measure.PacketStatistics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Steadiness;
import io.hopwright.models.measure.Totals;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Completed run, with the measurements that all machines have.
 *
 * @param network simulated network
 * @param stopTick first tick that was not simulated
 * @param packets statistics of single packets
 * @param occupancy occupancies in the measured interval
 * @param whole counters over the whole run
 * @param measured counters over the measured interval, as far as it was simulated
 * @param intervals counters over each interval of the series
 * @param steadiness whether the run was steady in the measured interval
 * @param <S> counters of the machine
 */
public record MeasuredRun<S extends Span>(
    Network<?> network,
    long stopTick,
    PacketStatistics packets,
    Occupancy occupancy,
    S whole,
    S measured,
    List<S> intervals,
    Steadiness steadiness) {
  /** Least share of the packets with response times that must have arrived, in per cent. */
  private static final long LEAST_PER_CENT = 95;

  /**
   * Conversion of totals into the machine's counters over an interval.
   *
   * @param <T> the machine's totals
   * @param <S> the counters
   */
  @FunctionalInterface
  public interface Counting<T extends Totals, S extends Span> {
    /** Returns what {@code totals} say that were counted over {@code [fromTick, toTick)}. */
    S of(long fromTick, long toTick, T totals);
  }

  /** Combines the measurements of a run's partitions. */
  public static <T extends Totals, S extends Span> MeasuredRun<S> of(
      Network<?> network, long stopTick, Measures<T> sum, Counting<T, S> counting) {
    final RunPlan run = network.run();
    final PacketStatistics packets = sum.packets();
    final long to = run.measuredTo(stopTick, packets.lastDelivery());
    final long rowTicks = run.interval().rowTicks(stopTick);
    final List<S> intervals =
        IntStream.range(0, sum.intervals())
            .mapToObj(
                i ->
                    counting.of(
                        i * rowTicks, Math.min((i + 1) * rowTicks, stopTick), sum.interval(i)))
            .toList();
    return new MeasuredRun<>(
        network,
        stopTick,
        packets,
        sum.occupancy(to, Math.min(stopTick, run.measuredTo())),
        counting.of(0, stopTick, sum.totals()),
        counting.of(run.measuredFrom(stopTick), to, sum.measured()),
        intervals,
        steadiness(run, intervals, to, packets.latenciesGrowAnyway()));
  }

  private static Steadiness steadiness(
      RunPlan run, List<? extends Span> intervals, long toTick, boolean growing) {
    return switch (run.end()) {
      case TICKS, PACKETS -> Steadiness.of(intervals, run.warmupTicks(), toTick, growing);
      case DRAINED ->
          Steadiness.notJudged("run.end = drained: sources end within the measured interval");
      case JOBS -> Steadiness.notJudged("run.end = jobs: programs have phases, and an end");
    };
  }

  /**
   * Returns the share of arrived packets among those whose response times count; null if no
   * response times are measured.
   */
  public Double arrivedShare() {
    final long arrived = packets.response().count();
    return packets.due() == null && arrived == 0
        ? null
        : Metrics.ratio(arrived, (double) (arrived + missing()));
  }

  /**
   * Returns whether enough packets have arrived for their times to represent all. The missing ones
   * are the slowest.
   */
  public boolean enoughArrived() {
    final long arrived = packets.response().count();
    return 100 * arrived >= LEAST_PER_CENT * (arrived + missing());
  }

  /**
   * Returns the packets in the network, which are missing as packets of endless sources are not
   * followed.
   */
  private long missing() {
    final long missing =
        packets.due() == null ? whole.untimed() : packets.due() - packets.response().count();
    return Math.max(0, missing);
  }

  /** Returns the value of a counter over the ticks of this result. */
  public long count(Counter counter) {
    final S span = counter.result().scope() == Counter.Scope.RUN ? whole : measured;
    return span.totals().get(counter);
  }

  /** Returns the ticks of an interval of the series; the last one may have fewer. */
  public long rowTicks() {
    return network.run().interval().rowTicks(stopTick);
  }
}
