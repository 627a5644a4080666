package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.torusrouter.Injection;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.topology.Torus;

/**
 * Traffic of the ranks of jobs on a torus. Immutable; safe for any thread.
 *
 * @param torus the machine
 * @param slots ranks of a node, one for each core in use
 * @param packetsInTurn whether packets, and not transfers, go to the FIFOs of a slot in turn
 * @param trafficClass traffic class of all packets
 * @param hints component that sets the hint bits of packets that go half around a ring
 * @param world world of the ranks
 * @param jobs jobs of the ranks
 */
public record JobTraffic(
    Torus torus,
    int slots,
    boolean packetsInTurn,
    int trafficClass,
    InjectedTraffic.Hints hints,
    Messaging.World world,
    Jobs jobs) {
  /** Injection FIFOs of a node, which its cores share equally. */
  public static final int FIFOS = 6;

  /** Most bytes of a transfer in a packet. */
  public static final int PAYLOAD = 240;

  /** Bytes of a packet besides those of its transfer. */
  private static final int HEADER_BYTES = TrafficBounds.HEADER_BYTES;

  /** Returns the size of a packet with some bytes of a transfer, in chunks. */
  static int chunks(long payload) {
    final int rounding = RouterDesign.CHUNK_BYTES - 1;
    return ((int) payload + HEADER_BYTES + rounding) / RouterDesign.CHUNK_BYTES;
  }

  /** Returns the size of a packet in bytes. */
  public static int packetBytes(long payload) {
    return RouterDesign.CHUNK_BYTES * chunks(payload);
  }

  /** Returns the design of injection for the routers. */
  public Injection injection() {
    return new Injection(FIFOS, 1, hints.leadAround(), MessageWords.WORDS);
  }

  /** Returns whether a node has ranks. */
  public boolean sends(int node) {
    return world.table().ranksOn(node) > 0;
  }
}
