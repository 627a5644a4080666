package io.hopwright.models.reference.bluegene;

import java.util.ArrayList;
import java.util.List;

/**
 * What the machine has done up to a tick, as {@link ReferenceTorus} counts it.
 *
 * @param tick the first tick that is not counted
 * @param packetsInjected packets whose first byte has been on a link
 * @param packetsDelivered deliveries, each copy of a broadcast
 * @param packetsForwarded packets received where their first leg ends
 * @param packetHops packets started on links
 * @param bytesInjected bytes S of the packets injected
 * @param bytesDelivered bytes S of the deliveries
 * @param hopsDelivered hops of the deliveries
 * @param dataBytesByVc bytes S + 4 of packets started on each VC, over all links
 * @param tokenAckBytes bytes of token-acks started, over all links
 * @param credits credits that came back to senders
 * @param unblockingCredits those that unblock
 */
public record ReferenceCounts(
    long tick,
    long packetsInjected,
    long packetsDelivered,
    long packetsForwarded,
    long packetHops,
    long bytesInjected,
    long bytesDelivered,
    long hopsDelivered,
    List<Long> dataBytesByVc,
    long tokenAckBytes,
    long credits,
    long unblockingCredits) {

  static ReferenceCounts of(ReferenceTorus machine) {
    final List<Long> dataBytesByVc = new ArrayList<>();
    for (int v = 0; v < machine.vcs(); v++) {
      dataBytesByVc.add(machine.dataBytes(v));
    }
    return new ReferenceCounts(
        machine.tick(),
        machine.packetsInjected(),
        machine.packetsDelivered(),
        machine.packetsForwarded(),
        machine.packetHops(),
        machine.bytesInjected(),
        machine.bytesDelivered(),
        machine.hopsDelivered(),
        dataBytesByVc,
        machine.tokenAckBytes(),
        machine.credits(),
        machine.unblockingCredits());
  }

  /** What has been done since {@code earlier}. */
  public ReferenceCounts since(ReferenceCounts earlier) {
    final List<Long> bytes = new ArrayList<>();
    for (int v = 0; v < dataBytesByVc.size(); v++) {
      bytes.add(dataBytesByVc.get(v) - earlier.dataBytesByVc.get(v));
    }
    return new ReferenceCounts(
        tick - earlier.tick,
        packetsInjected - earlier.packetsInjected,
        packetsDelivered - earlier.packetsDelivered,
        packetsForwarded - earlier.packetsForwarded,
        packetHops - earlier.packetHops,
        bytesInjected - earlier.bytesInjected,
        bytesDelivered - earlier.bytesDelivered,
        hopsDelivered - earlier.hopsDelivered,
        bytes,
        tokenAckBytes - earlier.tokenAckBytes,
        credits - earlier.credits,
        unblockingCredits - earlier.unblockingCredits);
  }

  /** Bytes of packets started on all links. */
  public long dataBytes() {
    return dataBytesByVc.stream().mapToLong(Long::longValue).sum();
  }

  /** Bytes of packets and token-acks started on all links. */
  public long wireBytes() {
    return dataBytes() + tokenAckBytes;
  }
}
