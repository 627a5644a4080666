package io.hopwright.models.reference.cascade;

import java.util.Arrays;

/** A NIC as its router sees it: it issues packets, and has buffers for those granted to it. */
abstract class ReferenceNic {
  final ReferenceAries aries;
  final int number;
  final int node;
  final ReferenceCascade cascade;
  private final int capacityFlits;

  /** "Flits granted and not delivered", by class and tile of the pair. */
  final int[][] chargeFlits = new int[2][ReferenceNicPair.TILES];

  ReferenceNic(ReferenceAries aries, int number, int node) {
    this.aries = aries;
    this.number = number;
    this.node = node;
    cascade = aries.cascade;
    capacityFlits = cascade.config.nicBufferBytes / 3;
  }

  /** The machine is about to begin. */
  abstract void start();

  /** Phase 2, before anything is issued. */
  void act(long tick) {}

  /** Phase 2, right before its pair issues, and right after it. */
  void beforeIssues(long tick) {}

  void afterIssues(long tick) {}

  /** Issues what it may issue first in this tick; returns whether it has issued anything. */
  abstract boolean issue(ReferenceNicPair pair, long tick);

  /** Whether it has nothing to send, now or later, and waits for no response. */
  abstract boolean isSilent();

  /** Requests issued whose response has not been delivered. */
  abstract int outstanding();

  /** Whether a packet may be granted a processor tile. */
  boolean hasRoom(ReferenceCascadePacket packet, int tile) {
    return chargeFlits[packet.packetClass][tile] + packet.flits() <= capacityFlits;
  }

  /** Takes a packet that has been granted a processor tile. */
  void receive(ReferenceCascadePacket packet, int tile, long tick) {
    chargeFlits[packet.packetClass][tile] += packet.flits();
    take(packet, tile, tick);
  }

  /** Has a packet delivered that was granted at a tick. */
  abstract void take(ReferenceCascadePacket packet, int tile, long tick);

  /** A packet is delivered. */
  void leaves(ReferenceCascadePacket packet, int tile) {
    chargeFlits[packet.packetClass][tile] -= packet.flits();
    cascade.onDelivery(packet, node);
  }

  /** What a request needs with nothing in the way, without the links of its own way. */
  abstract long emptyTicks(ReferenceCascadePacket request);

  /** Whether its buffers are empty. */
  boolean isEmpty() {
    return Arrays.stream(chargeFlits).allMatch(ReferenceCascade::isZero);
  }

  /** No more outstanding than may be, no buffer over capacity. */
  void checkConservation() {
    final boolean right =
        outstanding() <= cascade.config.outstanding
            && Arrays.stream(chargeFlits)
                .flatMapToInt(Arrays::stream)
                .allMatch(flits -> flits >= 0 && flits <= capacityFlits);
    if (!right) {
      throw new IllegalStateException(
          "node " + node + ", tick " + cascade.now() + ": more than a NIC may hold");
    }
  }
}
