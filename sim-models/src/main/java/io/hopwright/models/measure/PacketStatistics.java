package io.hopwright.models.measure;

import io.hopwright.core.statistics.TickHistogram;

/**
 * Statistics of single packets, of a run and of its measured interval; null where unknown.
 *
 * @param digest of all deliveries
 * @param lastDelivery its tick, −1 if there was none
 * @param response times from generation to delivery
 * @param networkLatency times from the first byte in the network to delivery
 * @param excessMin smallest excess of a response time over that at zero load, undefined without any
 * @param excessMean its mean
 * @param excessMax its largest
 * @param offeredBytes generated in the measured interval by sources that have an end
 * @param saturated whether the machine did not keep up with sources that do not wait for it
 * @param backlogGrowth growth of the packets generated and not yet done, as a share of the packets
 *     generated
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
    Long due) {}
