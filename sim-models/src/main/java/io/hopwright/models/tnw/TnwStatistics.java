package io.hopwright.models.tnw;

import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.tnw.statistics.TnwNodeStatistics;

/**
 * What a partition measured.
 *
 * @param measures what every machine measures
 * @param jobs how they fared, null without jobs
 * @param links counts of the ends of links
 * @param nodes what threads did
 */
record TnwStatistics(
    Measures<Totals> measures, JobStatistics jobs, PortCounts links, TnwNodeStatistics nodes) {}
