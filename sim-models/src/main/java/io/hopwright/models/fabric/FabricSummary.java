package io.hopwright.models.fabric;

import io.hopwright.models.run.MeasuredRun;

/**
 * Everything that the summary of a fabric is computed from.
 *
 * @param run what was measured
 * @param settings of the fabric
 * @param bounds of its traffic
 */
record FabricSummary(MeasuredRun<FabricSpan> run, FabricSettings settings, FabricBounds bounds) {
  /** Returns the bound of the load in the unit of rates, as a mean over all nodes. */
  Double throughput() {
    return rate(bounds.load() * settings.sources().offering() / settings.nodes().nodes());
  }

  /** Returns the bound of links alone, per node that sends. */
  Double linkThroughput() {
    return Double.isInfinite(bounds.linkLoad()) ? null : rate(bounds.linkLoad());
  }

  private Double rate(double load) {
    final FabricSpec spec = settings.spec();
    return load * spec.dataBytes() / spec.nodeTicks() * spec.rate().perByte();
  }
}
