package io.hopwright.runner.bench;

import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.runner.execution.ProcessClock;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts one long simulation into a warm-up and measured segments of equally many ticks.
 *
 * <p>Told of each window by the thread that ended it, while all partitions rest; read after the
 * run.
 */
final class SegmentClock implements RunMonitor.WindowListener {
  /**
   * A measured segment.
   *
   * @param packetHops packets started on a link
   * @param events events taken from event queues
   * @param wallSeconds its duration
   * @param cpuSeconds processor time of the whole process
   */
  record Segment(long packetHops, long events, double wallSeconds, double cpuSeconds) {}

  private static final double WARM_UP_SECONDS = 3;
  private static final double SEGMENT_SECONDS = 1.5;
  private static final long GRID_TICKS = 1_000;

  private final RowPlan plan;
  private final Runnable end;
  private final ProcessClock process = new ProcessClock();
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
  private boolean over;

  /** Creates the clock; {@code end} ends the simulation after the last segment. */
  SegmentClock(RowPlan plan, Runnable end) {
    this.plan = plan;
    this.end = end;
  }

  @Override
  public void windowEnded(long clockTicks, Progress total) {
    if (startNanos == 0) {
      heapAtRest = usedHeap() - heapBefore;
      startNanos = System.nanoTime();
    } else if (!warm) {
      warmUp(clockTicks, total);
    } else if (!over && clockTicks >= nextTick) {
      close(total);
      if (segments.size() < plan.repetitions()) {
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
    if (clockTicks >= plan.rows().steadyTicks(plan) && seconds >= WARM_UP_SECONDS) {
      warm = true;
      final double ticks = clockTicks / seconds * SEGMENT_SECONDS;
      segmentTicks = GRID_TICKS * Math.max(1, Math.round(ticks / GRID_TICKS));
      open(clockTicks, total);
    }
  }

  private void open(long clockTicks, Progress total) {
    nextTick = clockTicks + segmentTicks;
    fromHops = total.packetHops;
    fromEvents = total.events;
    fromCpuNanos = process.cpuNanos();
    fromNanos = System.nanoTime();
  }

  private void close(Progress total) {
    segments.add(
        new Segment(
            total.packetHops - fromHops,
            total.events - fromEvents,
            (System.nanoTime() - fromNanos) * 1e-9,
            (process.cpuNanos() - fromCpuNanos) * 1e-9));
  }

  /** What the heap holds, garbage excluded; one collection does not find all of it. */
  private static long usedHeap() {
    final Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    while (true) {
      System.gc();
      final long now = runtime.totalMemory() - runtime.freeMemory();
      if (now >= used) {
        return used;
      }
      used = now;
    }
  }

  List<Segment> segments() {
    return List.copyOf(segments);
  }

  /** Heap that the partitions take once built. */
  long heapAtRest() {
    return heapAtRest;
  }

  /** Heap that they take at the end of the last segment. */
  long heapUnderLoad() {
    return heapUnderLoad;
  }
}
