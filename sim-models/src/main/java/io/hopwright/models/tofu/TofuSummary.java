package io.hopwright.models.tofu;

import io.hopwright.models.host.HardwareCollectives;
import io.hopwright.models.host.NodeStatistics;
import io.hopwright.models.host.NodeThroughput;
import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.tofu.network.TofuCounter;
import java.util.List;

/**
 * Measurements of a run beside theoretical values; {@link TofuMetrics} names them.
 *
 * @param run measurements that all machines have
 * @param nodes measurements of the nodes of each partition; empty if nothing was measured
 * @param system composition of the machine
 * @param lossy whether frames can get lost
 * @param jobs results of jobs
 * @param gigabytesPerSecond rate of one byte per tick
 */
record TofuSummary(
    MeasuredRun<PortSpan> run,
    List<NodeStatistics> nodes,
    TofuSystemSummary system,
    boolean lossy,
    JobMetrics.Measured jobs,
    double gigabytesPerSecond) {
  private static final double NANOSECONDS = 1_000;

  /** Returns the barriers, each from the post of a node's channels until all have completed. */
  HardwareCollectives barriers() {
    final long done = run.whole().totals().get(TofuCounter.BARRIERS);
    final long ticks = run.whole().totals().get(TofuCounter.BARRIER_TICKS);
    return new HardwareCollectives(
        done, Metrics.ratio(ticks / (gigabytesPerSecond * NANOSECONDS), (double) done));
  }

  FrameCounts.Counted links() {
    return new FrameCounts.Counted(lossy ? TofuCounter.LINKS : null, run.whole().totals());
  }

  NodeThroughput throughput() {
    return new NodeThroughput(nodes, run.measured().ticks(), gigabytesPerSecond);
  }
}
