package io.hopwright.runner.bench;

import io.hopwright.models.run.Network;
import io.hopwright.runner.results.JsonObject;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Numbers of one row: medians over its segments. */
final class RowResult {
  private RowResult() {}

  static Map<String, Object> of(Network<?> network, Row plan, SegmentClock clock) {
    final List<SegmentClock.Segment> segments = clock.segments();
    return new JsonObject()
        .with("run", plan.name())
        .with("machine", network.machine())
        .with("shape", shape(network))
        .with("nodes", network.nodes())
        .with("threads", plan.threads())
        .with("jvms", plan.jvms())
        .with(
            "packetHopsPerCpuSecond",
            plan.jvms() > 1
                ? null
                : median(segments, segment -> segment.packetHops() / segment.cpuSeconds()))
        .with(
            "packetHopsPerSecond",
            median(segments, segment -> segment.packetHops() / segment.wallSeconds()))
        .with("lowerQuartile", quartile(segments, 1, plan))
        .with("upperQuartile", quartile(segments, 3, plan))
        .with(
            "eventsPerHop",
            median(segments, segment -> (double) segment.events() / segment.packetHops()))
        .with("bytesPerNode", (double) clock.heapUnderLoad() / network.nodes())
        .with("bytesPerNodeAtRest", (double) clock.heapAtRest() / network.nodes())
        .with("windowsPerSecond", median(segments, s -> s.windows() / s.wallSeconds()))
        .with("barrierShare", median(segments, segment -> barrierShare(segment, plan.threads())))
        .with("imbalance", median(segments, RowResult::imbalance))
        .with("wireBytesPerWindow", median(segments, s -> (double) s.bytesSent() / s.windows()))
        .with("repetitions", segments.size())
        .with(
            "spread",
            spread(
                segments,
                segment ->
                    segment.packetHops()
                        / (plan.jvms() > 1 ? segment.wallSeconds() : segment.cpuSeconds())))
        .with("jdk", Runtime.version().toString());
  }

  /**
   * Returns the share of the threads' time not spent simulating: waiting for others, and the wire.
   */
  private static double barrierShare(SegmentClock.Segment segment, int threads) {
    final double busy = segment.busySeconds().stream().mapToDouble(s -> s).sum();
    return Math.max(0, 1 - busy / (threads * segment.wallSeconds()));
  }

  /** Returns the excess of the partition with the most work in this JVM over the mean. */
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

  /**
   * Returns a quartile of the speed, the nearest segment: packet-hops per second of processor time
   * on one thread, per second otherwise.
   */
  static double quartile(List<SegmentClock.Segment> segments, int number, Row plan) {
    final boolean single = plan.threads() == 1 && plan.jvms() == 1;
    final double[] sorted =
        segments.stream()
            .mapToDouble(s -> s.packetHops() / (single ? s.cpuSeconds() : s.wallSeconds()))
            .sorted()
            .toArray();
    return sorted[Math.round(number * (sorted.length - 1) / 4f)];
  }

  /** Returns the largest minus the smallest, relative to the median. */
  static double spread(
      List<SegmentClock.Segment> segments, ToDoubleFunction<SegmentClock.Segment> value) {
    final double[] sorted = segments.stream().mapToDouble(value).sorted().toArray();
    return (sorted[sorted.length - 1] - sorted[0]) / median(segments, value);
  }
}
