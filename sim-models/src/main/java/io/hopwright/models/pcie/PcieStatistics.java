package io.hopwright.models.pcie;

import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * What a partition measured.
 *
 * @param measures of packets
 * @param ports what happened on the ports of its elements
 * @param engines what happened behind local ports
 */
record PcieStatistics(Measures<Totals> measures, PortStatistics ports, PcieBooks engines) {
  static PcieStatistics of(CrossbarPartition<Engines> partition) {
    return new PcieStatistics(
        partition.measures(), partition.books(), partition.endpoints().books());
  }
}
