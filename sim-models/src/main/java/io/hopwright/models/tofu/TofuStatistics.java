package io.hopwright.models.tofu;

import io.hopwright.models.host.NodeStatistics;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.JobBooks;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * What a partition measured.
 *
 * @param measures what every machine measures
 * @param jobs how they fared, null without jobs
 * @param ports what happened on the ports of its routers
 * @param nodes what happened at its nodes
 */
record TofuStatistics(
    Measures<Totals> measures, JobBooks jobs, PortStatistics ports, NodeStatistics nodes) {
  static TofuStatistics of(CrossbarPartition<Tnis> partition) {
    return new TofuStatistics(
        partition.measures(),
        partition.jobBooks(),
        partition.books(),
        partition.endpoints().books());
  }
}
