package io.hopwright.runner.bench;

import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.runner.execution.ProcessClock;
import io.hopwright.runner.execution.RunObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Clock that divides one long simulation into a warm-up and measured segments with the same number
 * of ticks.
 *
 * <p>The thread that ended a window reports it while all partitions rest; the segments are read
 * after the run.
 */
final class SegmentClock implements RunMonitor.WindowListener, RunObserver {
  /**
   * A measured segment.
   *
   * @param packetHops packets started on a link
   * @param events events taken from event queues
   * @param wallSeconds its duration
   * @param cpuSeconds processor time of the whole process
   * @param windows number of windows
   * @param busySeconds time spent simulating, per partition of this JVM
   * @param bytesSent bytes sent to other JVMs
   */
  record Segment(
      long packetHops,
      long events,
      double wallSeconds,
      double cpuSeconds,
      long windows,
      List<Double> busySeconds,
      long bytesSent) {}

  private static final double WARM_UP_SECONDS = 3;

  /**
   * Warm-up of several JVMs: the code that carries messages takes long to compile in each of them.
   */
  private static final double WARM_UP_SECONDS_OF_SEVERAL_JVMS = 40;

  private static final double SEGMENT_SECONDS = 1.5;

  /** The serial collector leaves garbage of a twentieth of the heap but for every fourth time. */
  private static final int COMPACTING_COLLECTIONS = 4;

  private final Row row;
  private final long steadyTicks;
  private final Runnable end;
  private final LongSupplier bytesSent;
  private final List<Segment> segments = new ArrayList<>();
  private final long heapBefore = usedHeap();
  private long heapAtRest;
  private long heapUnderLoad;
  private long startNanos;
  private boolean warm;
  private long segmentTicks;
  private long nextTick;
  private long fromNanos;
  private long fromCpuNanos;
  private long fromHops;
  private long fromEvents;
  private long fromWindows;
  private List<Long> fromBusy = List.of();
  private long fromBytes;
  private long windows;
  private boolean over;
  private RunMonitor monitor;

  /**
   * Creates the clock.
   *
   * @param steadyTicks until queues are as long as they will be
   * @param end ends the simulation after the last segment
   * @param bytesSent returns the bytes sent to other JVMs so far
   */
  SegmentClock(Row row, long steadyTicks, Runnable end, LongSupplier bytesSent) {
    this.row = row;
    this.steadyTicks = steadyTicks;
    this.end = end;
    this.bytesSent = bytesSent;
  }

  @Override
  public Watch watch(Network<?> network, int threads, RunMonitor run) {
    monitor = run;
    return () -> {};
  }

  @Override
  public void windowEnded(long clockTicks, Progress total) {
    windows++;
    if (startNanos == 0) {
      heapAtRest = usedHeap() - heapBefore;
      startNanos = System.nanoTime();
    } else if (!warm) {
      warmUp(clockTicks, total);
    } else if (!over && clockTicks >= nextTick) {
      close(total);
      if (segments.size() < row.repetitions()) {
        open(clockTicks, total);
      } else {
        over = true;
        heapUnderLoad = usedHeap() - heapBefore;
        end.run();
      }
    }
  }

  private void warmUp(long clockTicks, Progress total) {
    final double seconds = (System.nanoTime() - startNanos) * 1e-9;
    if (clockTicks >= steadyTicks && seconds >= warmUpSeconds()) {
      warm = true;
      segmentTicks = Math.max(1, Math.round(clockTicks / seconds * SEGMENT_SECONDS));
      open(clockTicks, total);
    }
  }

  private double warmUpSeconds() {
    return row.jvms() > 1 ? WARM_UP_SECONDS_OF_SEVERAL_JVMS : WARM_UP_SECONDS;
  }

  private void open(long clockTicks, Progress total) {
    nextTick = clockTicks + segmentTicks;
    fromHops = total.packetHops;
    fromEvents = total.events;
    fromWindows = windows;
    fromBusy = monitor.latest().busyNanos();
    fromBytes = bytesSent.getAsLong();
    fromCpuNanos = ProcessClock.cpuNanos();
    fromNanos = System.nanoTime();
  }

  private void close(Progress total) {
    segments.add(
        new Segment(
            total.packetHops - fromHops,
            total.events - fromEvents,
            (System.nanoTime() - fromNanos) * 1e-9,
            (ProcessClock.cpuNanos() - fromCpuNanos) * 1e-9,
            windows - fromWindows,
            busySeconds(monitor.latest().busyNanos()),
            bytesSent.getAsLong() - fromBytes));
  }

  private List<Double> busySeconds(List<Long> busy) {
    return IntStream.range(0, busy.size())
        .mapToObj(partition -> (busy.get(partition) - fromBusy.get(partition)) * 1e-9)
        .toList();
  }

  /** Returns the used heap without garbage. */
  private static long usedHeap() {
    final Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < COMPACTING_COLLECTIONS; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  List<Segment> segments() {
    return List.copyOf(segments);
  }

  /**
   * Returns whether the requested number of segments is complete.
   *
   * @param endless whether sources never end; otherwise a segment without events does not count
   */
  boolean complete(boolean endless) {
    return segments.stream().filter(segment -> endless || segment.packetHops() > 0).count()
        == row.repetitions();
  }

  /** Returns the heap that the partitions take once built. */
  long heapAtRest() {
    return heapAtRest;
  }

  /** Returns the heap that they take at the end of the last segment. */
  long heapUnderLoad() {
    return heapUnderLoad;
  }
}
