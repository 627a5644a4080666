package io.hopwright.models.tnw;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.tnw.statistics.TnwNodeStatistics;
import java.util.List;

/**
 * Measurements of a run beside theoretical values; {@link TnwMetrics} names them.
 *
 * @param settings settings of the machine
 * @param run measurements that all machines have
 * @param links link counts of all partitions
 * @param nodes sum of the node measurements of all partitions
 * @param jobs results of jobs
 */
record TnwSummary(
    TnwSettings settings,
    MeasuredRun<TnwSpan> run,
    List<PortCounts> links,
    TnwNodeStatistics nodes,
    JobMetrics.Measured jobs) {
  /** Returns the rate of accepted data per link that has accepted any, in GB/s. */
  Double linkGoodput() {
    long packets = 0;
    long used = 0;
    for (PortCounts part : links) {
      for (int end = 0; end < part.routers() * part.ports(); end++) {
        final long accepted = part.of(end / part.ports(), end % part.ports(), LinkModules.ACCEPTED);
        packets += accepted;
        used += accepted > 0 ? 1 : 0;
      }
    }
    return Metrics.ratio(packets * TnwLinks.PACKET_BYTES, (double) used * run.measured().ticks());
  }

  TickHistogram messages() {
    return nodes.messages();
  }

  Double stepTicks() {
    return nodes.meanStepTicks();
  }

  /** Returns the share of its peak that a node reaches, null without steps. */
  Double shareOfPeakFlops() {
    return stepTicks() == null
        ? null
        : (Double) settings.workload().keys().lattice().shareOfPeakFlops(stepTicks());
  }
}
