package io.hopwright.models.bluegene;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusCounter;
import io.hopwright.models.topology.HotBox;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Measurements of a run on a torus beside theoretical values; {@link BlueGeneMetrics} names them.
 *
 * @param run measurements that all machines have
 * @param design design of the routers
 * @param traffic traffic of the run
 * @param region box whose traffic was counted separately; null for none
 * @param mostTransfers largest number of transfers out of one receiver at once
 * @param curve throughput over time
 * @param jobs results of jobs
 */
record BlueGeneSummary(
    MeasuredRun<TorusSpan> run,
    RouterDesign design,
    BlueGeneTraffic traffic,
    HotBox region,
    long mostTransfers,
    ThroughputCurve curve,
    JobMetrics.Measured jobs) {

  TorusSpan measured() {
    return run.measured();
  }

  Double shareOfPeak() {
    final Double peak = traffic.peakLinkUtilization();
    return peak == null ? null : measured().shareOf(peak);
  }

  private double samples() {
    return (double) measured().count(TorusCounter.SAMPLED_LINKS);
  }

  Long sampledMostTransfers() {
    return samples() > 0 ? mostTransfers : null;
  }

  /** Returns the share of the samples of a VC, or of all together for the number after the last. */
  Double ofSamples(IntToLongFunction count, int vc) {
    final int vcs = VcNames.of(design).size();
    return vc < vcs
        ? Metrics.ratio(count.applyAsLong(vc), samples())
        : Metrics.ratio(IntStream.range(0, vcs).mapToLong(count).sum(), samples() * vcs);
  }

  /**
   * Returns a rate of packets of the measured interval as link bytes, token-acks included; null if
   * their size is not known.
   */
  Double wireRate(long packets, int nodes) {
    return traffic.ofJobs()
        ? null
        : Metrics.ratio(
            packets * traffic.bounds().meanWireBytes(), (double) nodes * measured().ticks());
  }

  int nodesOutside() {
    return measured().torus().nodes() - region.nodes();
  }

  Double peakPayloadUtilization() {
    return times(traffic.peakLinkUtilization(), traffic.bounds().payloadShare());
  }

  Double peakThroughput() {
    return traffic.peakThroughput();
  }

  private static Double times(Double factor, double other) {
    return factor == null ? null : factor * other;
  }

  /** Returns how many pairs of nodes exchange no packets; null where no pair is left out. */
  Long pairsLeftOut() {
    return traffic.leavesOut() ? (Long) traffic.around().unreachablePairs() : null;
  }

  /** Returns the mean hops of packets, null if destinations are unknown. */
  Double meanHops() {
    return traffic.ofJobs() ? null : (Double) traffic.meanHops();
  }

  /** Returns the response time over a way of mean length at zero load, null if unknown. */
  Double quietTicks() {
    if (traffic.ofJobs()) {
      return null;
    }
    final long none = design.zeroLoadTicks(0, 0);
    final long hop = design.zeroLoadTicks(1, 0) - none;
    return none + traffic.bounds().meanBytes() + hop * traffic.meanHops();
  }
}
