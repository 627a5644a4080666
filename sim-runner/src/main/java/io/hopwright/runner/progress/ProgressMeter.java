package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Builder of {@link ProgressLine}s from snapshots of a run; rates refer to the last few seconds.
 *
 * <p>Confined to the thread that shows them.
 */
public final class ProgressMeter {
  private static final long MEMORY_NANOS = 5_000_000_000L;

  /** Snapshot and the time at which it was read. */
  private record Reading(long nanos, RunMonitor.Snapshot snapshot) {}

  private final Network<?> network;
  private final int threads;
  private final double forecastTicks;
  private final long operations;
  private final Deque<Reading> readings = new ArrayDeque<>();
  private long startNanos;
  private Reading latest;

  /** Creates a meter of a run of {@code network} on {@code threads} threads of this JVM. */
  public ProgressMeter(Network<?> network, int threads) {
    this.network = network;
    this.threads = threads;
    forecastTicks = network.forecast().ticks();
    operations = network.jobs().operations();
  }

  /** Returns the line for a snapshot read at {@code nanos}; null before the first window. */
  public ProgressLine line(long nanos, RunMonitor.Snapshot snapshot) {
    if (snapshot.busyNanos().isEmpty()) {
      return null;
    }
    if (readings.isEmpty()) {
      startNanos = nanos - sum(snapshot.busyNanos()) / threads;
      readings.add(new Reading(startNanos, new RunMonitor.Snapshot(0, 0, 0, 0, 0, 0, List.of())));
    }
    latest = new Reading(nanos, snapshot);
    while (readings.size() > 1 && readings.peekFirst().nanos() < nanos - MEMORY_NANOS) {
      readings.removeFirst();
    }
    final Reading before = readings.peekFirst();
    readings.add(latest);
    final double seconds = Math.max(1e-9, (nanos - before.nanos()) * 1e-9);
    final long ticks = snapshot.clockTicks() - before.snapshot().clockTicks();
    final long hops = snapshot.packetHops() - before.snapshot().packetHops();
    return new ProgressLine(
        fraction(before.snapshot(), snapshot),
        network.tickRate().toSeconds(snapshot.clockTicks()),
        network.tickRate().toSeconds(ticks) / seconds,
        hops / seconds,
        (double) (snapshot.packetsDelivered() - before.snapshot().packetsDelivered())
            / Math.max(1, ticks),
        follows(snapshot) ? snapshot.packetsAwaited() : 0,
        snapshot.operationsDone(),
        operations,
        secondsLeft(before.snapshot(), snapshot, seconds),
        barrierShare(nanos, snapshot.busyNanos()),
        slowest(snapshot.busyNanos()));
  }

  private double fraction(RunMonitor.Snapshot before, RunMonitor.Snapshot now) {
    if (network.run().end() == RunPlan.End.TICKS) {
      return (double) now.clockTicks() / stopTick(before, now);
    }
    if (network.run().end() == RunPlan.End.JOBS) {
      return operations == 0 ? Double.NaN : (double) now.operationsDone() / (double) operations;
    }
    return network.expectedPackets() == null
        ? Double.NaN
        : (double) now.packetsDelivered() / network.expectedPackets();
  }

  /** Returns whether nothing is measured any more but when packets arrive that were. */
  private boolean follows(RunMonitor.Snapshot now) {
    return network.run().end() == RunPlan.End.TICKS
        && now.clockTicks() > network.run().earliestTick();
  }

  /**
   * Returns the forecast stop tick; while packets are awaited, it is computed from their recent
   * rate of arrival.
   */
  private double stopTick(RunMonitor.Snapshot before, RunMonitor.Snapshot now) {
    final double earliest = (double) network.run().earliestTick();
    final double latest = (double) network.run().lastTick();
    if (!follows(before)) {
      return Math.min(latest, Math.max(forecastTicks, (double) now.clockTicks()));
    }
    final double arrived = (double) (before.packetsAwaited() - now.packetsAwaited());
    final double ticks = (double) (now.clockTicks() - before.clockTicks());
    final double left =
        now.packetsAwaited() == 0 ? 0 : (double) now.packetsAwaited() / arrived * ticks;
    return Math.min(
        latest, Math.max(earliest, (double) now.clockTicks() + (arrived > 0 ? left : latest)));
  }

  /** The overall mean would promise too much of a run that has slowed down. */
  private double secondsLeft(RunMonitor.Snapshot before, RunMonitor.Snapshot now, double seconds) {
    if (network.run().end() == RunPlan.End.TICKS) {
      final double ticks = (double) (now.clockTicks() - before.clockTicks());
      return (stopTick(before, now) - (double) now.clockTicks()) / ticks * seconds;
    }
    final double done = fraction(before, now) - fraction(before, before);
    return Math.max(0, 1 - fraction(before, now)) / done * seconds;
  }

  private double barrierShare(long nanos, List<Long> busyNanos) {
    final double available = (double) threads * Math.max(1, nanos - startNanos);
    return Math.max(0, 1 - sum(busyNanos) / available);
  }

  private static long sum(List<Long> busyNanos) {
    return busyNanos.stream().mapToLong(Long::longValue).sum();
  }

  private static int slowest(List<Long> busyNanos) {
    return busyNanos.size() == 1 ? -1 : busyNanos.indexOf(Collections.max(busyNanos));
  }
}
