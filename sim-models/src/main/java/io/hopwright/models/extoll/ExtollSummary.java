package io.hopwright.models.extoll;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.extoll.network.ExtollCounter;
import io.hopwright.models.extoll.units.ExtollStatistics;
import io.hopwright.models.host.NodeThroughput;
import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.switching.crossbar.PortSpan;
import java.util.List;

/**
 * Measurements of a run beside theoretical values; {@link ExtollMetrics} names them.
 *
 * @param run measurements that all machines have
 * @param nodes measurements of the nodes of each partition; empty if nothing was measured
 * @param system composition of the machine
 * @param lossy whether frames can get lost
 * @param jobs results of jobs
 */
record ExtollSummary(
    MeasuredRun<PortSpan> run,
    List<ExtollStatistics> nodes,
    ExtollSystemSummary system,
    boolean lossy,
    JobMetrics.Measured jobs) {
  FrameCounts.Counted links() {
    return new FrameCounts.Counted(lossy ? ExtollCounter.LINKS : null, run.whole().totals());
  }

  NodeThroughput throughput() {
    return new NodeThroughput(
        nodes.stream().map(ExtollStatistics::nodes).toList(),
        run.measured().ticks(),
        ExtollNetwork.TICKS.ticksPerNanosecond());
  }

  /** Returns how many accelerators were configured, null if units make packets by themselves. */
  Long acceleratorsReady() {
    return system.hasThreads() ? (Long) nodes.stream().mapToLong(part -> part.ready()).sum() : null;
  }

  /** Returns a counter over the ticks of its result, null if units make packets by themselves. */
  Long count(ExtollCounter counter) {
    return system.hasThreads() ? (Long) run.count(counter) : null;
  }

  /** Returns how long messages took that were waited for. */
  TickHistogram messages() {
    final TickHistogram all = new TickHistogram();
    nodes.forEach(part -> all.add(part.messages()));
    return all;
  }
}
