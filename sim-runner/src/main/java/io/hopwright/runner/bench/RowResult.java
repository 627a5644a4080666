package io.hopwright.runner.bench;

import io.hopwright.models.machine.Network;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The numbers of one row: medians over its segments. */
final class RowResult {
  private RowResult() {}

  static Map<String, Object> of(Network<?> network, RowPlan plan, SegmentClock clock) {
    final List<SegmentClock.Segment> segments = clock.segments();
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("machine", network.machine());
    row.put("shape", shape(network));
    row.put("nodes", network.nodes());
    row.put("traffic", plan.traffic());
    row.put("routing", plan.routing());
    row.put("load", plan.loadSetting());
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
    row.put("bytesPerNode", (double) clock.heapUnderLoad() / network.nodes());
    row.put("bytesPerNodeAtRest", (double) clock.heapAtRest() / network.nodes());
    row.put("repetitions", segments.size());
    row.put("spread", spread(segments, segment -> segment.packetHops() / segment.cpuSeconds()));
    row.put("jdk", Runtime.version().toString());
    return row;
  }

  private static String shape(Network<?> network) {
    return network.shape().stream().map(String::valueOf).collect(Collectors.joining("x"));
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
