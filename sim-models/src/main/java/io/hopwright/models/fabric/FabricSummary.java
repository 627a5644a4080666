package io.hopwright.models.fabric;

import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.switching.crossbar.PortSpan;
import java.util.function.ToDoubleFunction;

/**
 * Input of the summary of a fabric.
 *
 * @param run measurements
 * @param settings settings of the fabric
 * @param bounds bounds of its traffic; null with jobs
 * @param jobs results of jobs
 */
record FabricSummary(
    MeasuredRun<PortSpan> run,
    FabricSettings settings,
    FabricBounds bounds,
    JobMetrics.Measured jobs) {
  /** Returns one of the bounds; null with jobs. */
  Double bound(ToDoubleFunction<FabricBounds> which) {
    return bounds == null ? null : (Double) which.applyAsDouble(bounds);
  }

  /** Returns the bound of the load in the unit of rates, as a mean over all nodes. */
  Double throughput() {
    return bounds == null
        ? null
        : rate(bounds.load() * settings.sources().offering() / settings.nodes().nodes());
  }

  /** Returns the bound of links alone, per node that sends. */
  Double linkThroughput() {
    return bounds == null || Double.isInfinite(bounds.linkLoad()) ? null : rate(bounds.linkLoad());
  }

  private Double rate(double load) {
    final FabricSpec spec = settings.spec();
    return load * spec.dataBytes() / spec.nodeTicks() * spec.rate().perByte();
  }
}
