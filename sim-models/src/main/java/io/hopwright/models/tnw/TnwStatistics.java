package io.hopwright.models.tnw;

import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;

/**
 * What a partition measured.
 *
 * @param measures what every machine measures
 * @param links what happened on links
 * @param nodes what threads did
 */
record TnwStatistics(Measures<Totals> measures, LinkBooks links, NodeBooks nodes) {}
