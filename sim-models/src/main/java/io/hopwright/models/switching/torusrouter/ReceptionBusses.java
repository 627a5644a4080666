package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.Torus;

/**
 * Busses from receivers to reception FIFOs, as in {@link RouterFlags}. Infinite FIFOs are drained
 * at once and cost nothing; FIFOs with a limit are checked for free space. Confined to its
 * partition.
 */
final class ReceptionBusses {
  private static final int GROUPS_PER_CORE = 2;

  private final long[] state;
  private final PacketPool pool;
  private final TorusEndpoints endpoints;
  private final boolean oneCore;
  private final boolean limited;

  ReceptionBusses(
      RouterDesign.Reception design, long[] state, PacketPool pool, TorusEndpoints endpoints) {
    this.state = state;
    this.pool = pool;
    this.endpoints = endpoints;
    oneCore = design.cores() == 1;
    limited = design.bytes() > 0;
  }

  /** Returns whether anything besides the state of a bus decides which packets may enter. */
  boolean asksForPackets() {
    return limited || !oneCore;
  }

  /** Returns whether a receiver's bus to an infinite reception FIFO of the only core is free. */
  boolean isFree(int base, int receiver, boolean high) {
    return isFree(base, high ? Torus.PORTS + receiver : receiver);
  }

  private boolean isFree(int base, int bus) {
    return (state[base + NodeLayout.FLAGS] & RouterFlags.reception(bus)) == 0;
  }

  /** Returns whether a packet in a receiver may enter its reception FIFO now. */
  boolean canTake(int node, int base, int receiver, int packet) {
    final long first = pool.first(packet);
    return isFree(base, bus(receiver, first)) && hasRoom(node, receiver, first);
  }

  /** Returns whether a packet in a receiver still fits beside those granted in this tick. */
  boolean hasRoom(int node, int receiver, long first) {
    return !limited
        || endpoints.hasRoom(node, bus(receiver, first), TorusPacketWords.chunks(first));
  }

  /** Begins to move a packet from a receiver into its reception FIFO. */
  void begin(int node, int base, int receiver, long first) {
    final int bus = bus(receiver, first);
    state[base + NodeLayout.FLAGS] |= RouterFlags.reception(bus);
    if (limited) {
      endpoints.receive(node, bus, TorusPacketWords.chunks(first));
    }
  }

  /**
   * Phase 1: ends a reception: the last byte of a packet has entered its FIFO, and the returned bus
   * is free.
   */
  int end(int base, int receiver, long first) {
    final int bus = bus(receiver, first);
    state[base + NodeLayout.FLAGS] &= ~RouterFlags.reception(bus);
    return bus;
  }

  private int bus(int receiver, long first) {
    final int high = TorusPacketWords.trafficClass(first) == TrafficClass.HIGH_PRIORITY ? 1 : 0;
    final int core = oneCore ? 0 : endpoints.core(first);
    return Torus.PORTS * (GROUPS_PER_CORE * core + high) + receiver;
  }
}
