package io.hopwright.models.tnw;

import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.tnw.statistics.TnwNodeStatistics;

/**
 * Measurements of a partition.
 *
 * @param measures measurements that every machine has
 * @param jobs results of jobs; null without jobs
 * @param links counts of the ends of links
 * @param nodes measurements of threads
 */
record TnwStatistics(
    Measures<Totals> measures, JobStatistics jobs, PortCounts links, TnwNodeStatistics nodes) {}
