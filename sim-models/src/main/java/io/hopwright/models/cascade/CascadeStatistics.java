package io.hopwright.models.cascade;

import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.JobBooks;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * What a partition of a Cascade measured.
 *
 * @param measures what every machine measures
 * @param jobs how they fared, null without jobs
 * @param ports what happened on the ports of its routers
 * @param nics what happened at its NICs
 */
record CascadeStatistics(
    Measures<Totals> measures, JobBooks jobs, PortStatistics ports, NicStatistics nics) {
  static CascadeStatistics of(CrossbarPartition<CascadeNics> partition) {
    return new CascadeStatistics(
        partition.measures(),
        partition.jobBooks(),
        partition.books(),
        partition.endpoints().books());
  }
}
