package io.hopwright.models.extoll;

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
record ExtollStatistics(
    Measures<Totals> measures, JobBooks jobs, PortStatistics ports, ExtollBooks nodes) {
  static ExtollStatistics of(CrossbarPartition<ExtollEndpoints> partition) {
    return new ExtollStatistics(
        partition.measures(),
        partition.jobBooks(),
        partition.books(),
        partition.endpoints().books());
  }
}
