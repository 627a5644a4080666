package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.ReferenceCrossbarPacket;

/** Packet {@code (s, q)}. Confined to the thread of its machine. */
final class FabricPacket extends ReferenceCrossbarPacket {
  final int source;
  final int destination;
  final long q;
  final long birth;

  /** Bytes of data. */
  final int bytes;

  final int flits;

  /** Tick of its issue; −1 before. */
  long issued = -1;

  /**
   * Ticks of its routers and links at zero load: {@code hop} of each link, {@code H} of each
   * router.
   */
  long routeTicks;

  FabricPacket(int source, int destination, long q, long birth, int bytes, int flits) {
    this.source = source;
    this.destination = destination;
    this.q = q;
    this.birth = birth;
    this.bytes = bytes;
    this.flits = flits;
  }

  @Override
  public String toString() {
    return String.format("packet %d of node %d to node %d", q, source, destination);
  }
}
