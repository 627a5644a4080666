package io.hopwright.runner.bench;

import io.hopwright.models.machine.Network;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The numbers of one row: medians over its segments. */
final class RowResult {
  private RowResult() {}

  static Map<String, Object> of(Network<?> network, Row plan, SegmentClock clock) {
    final List<SegmentClock.Segment> segments = clock.segments();
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("run", plan.name());
    row.put("machine", network.machine());
    row.put("shape", shape(network));
    row.put("nodes", network.nodes());
    row.put("threads", plan.threads());
    row.put("jvms", plan.jvms());
    row.put(
        "packetHopsPerCpuSecond",
        plan.jvms() > 1
            ? null
            : median(segments, segment -> segment.packetHops() / segment.cpuSeconds()));
    row.put(
        "packetHopsPerSecond",
        median(segments, segment -> segment.packetHops() / segment.wallSeconds()));
    row.put(
        "eventsPerHop",
        median(segments, segment -> (double) segment.events() / segment.packetHops()));
    row.put("bytesPerNode", (double) clock.heapUnderLoad() / network.nodes());
    row.put("bytesPerNodeAtRest", (double) clock.heapAtRest() / network.nodes());
    row.put("windowsPerSecond", median(segments, s -> s.windows() / s.wallSeconds()));
    row.put("barrierShare", median(segments, segment -> barrierShare(segment, plan.threads())));
    row.put("imbalance", median(segments, RowResult::imbalance));
    row.put("wireBytesPerWindow", median(segments, s -> (double) s.bytesSent() / s.windows()));
    row.put("repetitions", segments.size());
    row.put(
        "spread",
        spread(
            segments,
            segment ->
                segment.packetHops()
                    / (plan.jvms() > 1 ? segment.wallSeconds() : segment.cpuSeconds())));
    row.put("jdk", Runtime.version().toString());
    return row;
  }

  /** The share of the threads' time not spent simulating: waiting for others, and the wire. */
  private static double barrierShare(SegmentClock.Segment segment, int threads) {
    final double busy = segment.busySeconds().stream().mapToDouble(s -> s).sum();
    return Math.max(0, 1 - busy / (threads * segment.wallSeconds()));
  }

  /** By how much the partition with the most work of this JVM exceeds their mean. */
  private static double imbalance(SegmentClock.Segment segment) {
    final DoubleSummaryStatistics busy =
        segment.busySeconds().stream()
            .mapToDouble(s -> s)
            .filter(seconds -> seconds > 0)
            .summaryStatistics();
    return busy.getMax() / busy.getAverage() - 1;
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
