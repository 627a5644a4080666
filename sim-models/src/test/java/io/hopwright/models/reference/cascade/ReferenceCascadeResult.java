package io.hopwright.models.reference.cascade;

import java.util.List;

/**
 * What happened in the ticks before the stop tick. Lists by class are in the order request,
 * response, lists by colour in the order green, black, blue.
 *
 * @param digest sum over all deliveries, modulo 2^64
 * @param issued packets issued, by class
 * @param delivered packets delivered, by class
 * @param requestDataBytes data of the requests delivered
 * @param packetHops packets started on links, by colour
 * @param wireTicks time taken on links by packets started there, by colour
 * @param excessTicksSum over the requests delivered, from birth to delivery less the zero-load time
 *     of the links taken
 * @param excessTicksMin least of these; Long.MAX_VALUE without a delivery
 * @param excessTicksMax largest of these; Long.MIN_VALUE without a delivery
 * @param minimalLinksMax links taken by packets on minimal ways, the most of those delivered
 * @param nonMinimalLinksMax the same for non-minimal ways
 * @param completions responses delivered, by requester
 * @param lastDeliveryTick −1 without a delivery
 */
public record ReferenceCascadeResult(
    long digest,
    List<Long> issued,
    List<Long> delivered,
    long requestDataBytes,
    List<Long> packetHops,
    List<Long> wireTicks,
    long excessTicksSum,
    long excessTicksMin,
    long excessTicksMax,
    int minimalLinksMax,
    int nonMinimalLinksMax,
    List<Long> completions,
    long lastDeliveryTick) {

  /** Packets started on links of any colour. */
  public long allPacketHops() {
    return packetHops.stream().mapToLong(Long::longValue).sum();
  }
}
