package io.hopwright.models.tofu;

import io.hopwright.models.host.HardwareCollectives;
import io.hopwright.models.host.NodeStatistics;
import io.hopwright.models.host.NodeThroughput;
import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.tofu.network.TofuCounter;
import java.util.List;

/**
 * What a run measured, and what theory says to it; {@link TofuMetrics} names it.
 *
 * @param run with what all machines measure
 * @param nodes what those of each partition measured, none if nothing was
 * @param system what it is made of
 * @param lossy whether frames can get lost
 * @param jobs how they fared
 * @param gigabytesPerSecond of a byte in every tick
 */
record TofuSummary(
    MeasuredRun<TofuSpan> run,
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
