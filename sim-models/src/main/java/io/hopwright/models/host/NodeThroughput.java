package io.hopwright.models.host;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.run.SharedMetrics;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * Rates at which nodes receive data, and the hops of these data.
 *
 * @param nodes measurements of the nodes of each partition; empty if nothing was measured
 * @param ticks length of the measured interval
 * @param gigabytesPerSecond rate of one byte per tick
 */
public record NodeThroughput(List<NodeStatistics> nodes, long ticks, double gigabytesPerSecond) {
  /** Copies the list. */
  public NodeThroughput {
    nodes = List.copyOf(nodes);
  }

  /** Returns the metrics of the summary. */
  public static Metrics<NodeThroughput> metrics() {
    return new Metrics<NodeThroughput>()
        .addAll(SharedMetrics.mostHops(), NodeThroughput::mostHops)
        .statistics(
            "nodeThroughput",
            "GB/s",
            "Throughput of nodes",
            List.of("least", "most"),
            NodeThroughput::leastAndMost)
        .meaning(
            "throughput of data at the node that received least, and at the node that"
                + " received most");
  }

  private long mostHops() {
    return nodes.stream().mapToLong(NodeStatistics::mostHops).max().orElse(0);
  }

  private List<?> leastAndMost() {
    final LongSummaryStatistics bytes =
        nodes.stream().flatMapToLong(part -> Arrays.stream(part.bytes())).summaryStatistics();
    return bytes.getCount() == 0
        ? Arrays.asList(null, null)
        : Arrays.asList(rate(bytes.getMin()), rate(bytes.getMax()));
  }

  private Double rate(long bytes) {
    return Metrics.ratio(bytes * gigabytesPerSecond, (double) ticks);
  }
}
