package io.hopwright.models.measure;

import io.hopwright.core.statistics.TickHistogram;

/**
 * Statistics of single packets, of a run and of its measured interval; null where unknown.
 *
 * @param digest digest of all deliveries
 * @param lastDelivery tick of the last delivery, −1 if there was none
 * @param response times from generation to delivery
 * @param networkLatency times from the first byte in the network to delivery
 * @param excessMin smallest excess of a response time over that at zero load, undefined without
 *     deliveries
 * @param excessMean its mean
 * @param excessMax its largest
 * @param offeredBytes bytes generated in the measured interval by unsaturated sources
 * @param saturated whether the offered load of sources that do not wait exceeded the machine's
 *     capacity
 * @param backlogGrowth growth of the packets generated and not yet delivered, as a share of the
 *     packets generated
 * @param unfinished deliveries still due
 * @param due deliveries of the packets generated in the measured interval; null if any source is
 *     saturated
 */
public record PacketStatistics(
    String digest,
    long lastDelivery,
    TickHistogram response,
    TickHistogram networkLatency,
    long excessMin,
    double excessMean,
    long excessMax,
    Long offeredBytes,
    Boolean saturated,
    Double backlogGrowth,
    Long unfinished,
    Long due) {
  /**
   * Returns whether latencies grow for other reasons than the network: the offered load exceeds its
   * capacity, or sources have had all of their packets since the first half of the measured
   * interval.
   */
  public boolean latenciesGrowAnyway() {
    return saturated != null && (saturated || backlogGrowth == null);
  }
}
