package io.hopwright.runner.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The numbers of one row: medians over its segments. */
final class RowResult {
  private RowResult() {}

  static Map<String, Object> of(String machine, RowPlan plan, SegmentClock clock) {
    final List<SegmentClock.Segment> segments = clock.segments();
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("machine", machine);
    row.put("shape", plan.shapeText());
    row.put("load", plan.load());
    row.put("threads", plan.threads());
    row.put(
        "packetHopsPerCpuSecond",
        median(segments, segment -> segment.packetHops() / segment.cpuSeconds()));
    row.put(
        "packetHopsPerSecond",
        median(segments, segment -> segment.packetHops() / segment.wallSeconds()));
    row.put(
        "eventsPerHop",
        median(segments, segment -> (double) segment.events() / segment.packetHops()));
    row.put("bytesPerNode", (double) clock.heapUnderLoad() / plan.nodes());
    row.put("bytesPerNodeAtRest", (double) clock.heapAtRest() / plan.nodes());
    row.put("repetitions", segments.size());
    row.put("spread", spread(segments, segment -> segment.packetHops() / segment.cpuSeconds()));
    row.put("jdk", Runtime.version().toString());
    return row;
  }

  static double median(
      List<SegmentClock.Segment> segments, ToDoubleFunction<SegmentClock.Segment> value) {
    final double[] sorted = segments.stream().mapToDouble(value).sorted().toArray();
    final int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The largest minus the smallest, relative to the median. */
  static double spread(
      List<SegmentClock.Segment> segments, ToDoubleFunction<SegmentClock.Segment> value) {
    final double[] sorted = segments.stream().mapToDouble(value).sorted().toArray();
    return (sorted[sorted.length - 1] - sorted[0]) / median(segments, value);
  }
}
