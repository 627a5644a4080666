package io.hopwright.models.cascade;

import io.hopwright.models.crossbar.CrossbarPartition;
import io.hopwright.models.crossbar.PortBooks;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;

/**
 * What a partition of a Cascade measured.
 *
 * @param measures what every machine measures
 * @param ports what happened on the ports of its routers
 * @param nics what happened at its NICs
 */
record CascadeBooks(Measures<Totals> measures, PortBooks ports, NicBooks nics) {
  static CascadeBooks of(CrossbarPartition<Nics> partition) {
    return new CascadeBooks(partition.measures(), partition.books(), partition.endpoints().books());
  }
}
