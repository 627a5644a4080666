package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.link.LinkMetrics;
import io.hopwright.models.measure.Counter;

/** Counters that only a network of these routers has. */
public enum TorusCounter implements Counter {
  /** Links looked at in samples. */
  SAMPLED_LINKS(null),

  /** Bytes on links that enter the region. */
  ENTERING_BYTES(null),

  /** Packets injected by sources outside the region. */
  INJECTED_OUTSIDE(null),

  DELIVERED_FROM_OUTSIDE(
      Result.ofInterval(
          "deliveredFromOutside",
          "packets",
          "Delivered from outside",
          "packets delivered whose source is outside the region")),

  /** Packets delivered inside the region that come from outside. */
  ENTERED(null),

  /** Counted, as the next one, only if that is asked for. */
  CREDITS(Result.ofInterval("credits", "credits", "Credits", "credits that returned to a sender")),

  UNBLOCKING_CREDITS(
      Result.ofInterval(
          "unblocking",
          "credits",
          "Unblocking credits",
          "credits that released a packet that waited for tokens")),

  FORWARDED(
      Result.ofRun(
          "packetsForwarded",
          "packets",
          "Packets forwarded",
          "packets received at the end of their first leg and forwarded, over the whole"
              + " run; they count as injected and delivered once, and are in the digest twice")),

  /** Counted, as all below, only if links have errors. */
  TRANSMISSIONS(LinkMetrics.TRANSMISSIONS),

  RETRANSMISSIONS(LinkMetrics.RETRANSMISSIONS),

  PACKETS_DAMAGED(LinkMetrics.DAMAGED),

  PACKETS_DISCARDED(LinkMetrics.DISCARDED),

  PACKETS_DROPPED(
      Result.ofInterval(
          "packetsDropped",
          "packets",
          "Packets dropped",
          "packets discarded on the link that damaged them, or further on if the damage"
              + " was detected later; null unless links have errors")),

  TIME_OUTS(
      Result.ofInterval(
          "timeOuts",
          "time-outs",
          "Time-outs",
          "number of times that a sender went back because an acknowledgement was"
              + " missing; null unless links have errors")),

  ACKS_SENT(
      Result.ofInterval(
          "acksSent",
          "packets",
          "Acks sent",
          "token-acks and ack-only packets started on links, including retransmissions")),

  ACK_ONLY(
      Result.ofInterval(
          "ackOnlyPackets",
          "packets",
          "Ack-only packets",
          "packets that carried only an acknowledgement")),

  ACKS_DAMAGED(
      Result.ofInterval(
          "acksDamaged",
          "packets",
          "Acks damaged",
          "token-acks and ack-only packets found damaged in the measured interval")),

  /** Bytes of packets that arrived good and were expected. */
  GOOD_BYTES(null),

  /** Links over which any did in the measured interval. */
  GOOD_LINKS(null);

  @SuppressWarnings("ImmutableEnumChecker") // its metric is: lists are copied
  private final Result result;

  TorusCounter(Result result) {
    this.result = result;
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // the order of the constants is that of the totals
  public int slot() {
    return TorusTotals.FIRST_OWN + ordinal();
  }

  @Override
  public Result result() {
    return result;
  }
}
