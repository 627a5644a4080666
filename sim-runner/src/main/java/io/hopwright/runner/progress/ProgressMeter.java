package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Makes {@link ProgressLine}s of the snapshots of a run; rates are those of the last few seconds.
 *
 * <p>Confined to the thread that shows them.
 */
public final class ProgressMeter {
  private static final long MEMORY_NANOS = 5_000_000_000L;

  /** A snapshot and when it was read. */
  private record Reading(long nanos, RunMonitor.Snapshot snapshot) {}

  private final Network<?> network;
  private final int threads;
  private final Deque<Reading> readings = new ArrayDeque<>();
  private long startNanos;
  private Reading latest;

  /** Creates a meter of a run of {@code network} on {@code threads} threads of this JVM. */
  public ProgressMeter(Network<?> network, int threads) {
    this.network = network;
    this.threads = threads;
  }

  /** Returns the line for a snapshot read at {@code nanos}; null before the first window. */
  public ProgressLine line(long nanos, RunMonitor.Snapshot snapshot) {
    if (snapshot.busyNanos().isEmpty()) {
      return null;
    }
    if (readings.isEmpty()) {
      startNanos = nanos - sum(snapshot.busyNanos()) / threads;
      readings.add(new Reading(startNanos, new RunMonitor.Snapshot(0, 0, 0, 0, List.of())));
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
        fraction(snapshot),
        network.tickRate().toSeconds(snapshot.clockTicks()),
        network.tickRate().toSeconds(ticks) / seconds,
        hops / seconds,
        (double) (snapshot.packetsDelivered() - before.snapshot().packetsDelivered())
            / Math.max(1, ticks),
        secondsLeft(before.snapshot(), snapshot, seconds),
        barrierShare(nanos, snapshot.busyNanos()),
        slowest(snapshot.busyNanos()));
  }

  private double fraction(RunMonitor.Snapshot snapshot) {
    if (network.expectedStopTick() != null) {
      return (double) snapshot.clockTicks() / network.expectedStopTick();
    }
    if (network.expectedPackets() != null) {
      return (double) snapshot.packetsDelivered() / network.expectedPackets();
    }
    return Double.NaN;
  }

  /** The overall mean would promise too much of a run that has slowed down. */
  private double secondsLeft(RunMonitor.Snapshot before, RunMonitor.Snapshot now, double seconds) {
    final double done = fraction(now) - fraction(before);
    return Math.max(0, 1 - fraction(now)) / done * seconds;
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
