package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;

/**
 * Processor tile as an output, shared by the two NICs of a pair, in whose buffers "a packet is
 * charged from the grant until it is delivered".
 */
final class ReferenceTileOutput extends ReferenceOutput {
  ReferenceTileOutput(ReferenceAries aries, int port) {
    super(aries, port, null, 4, aries.cascade.config.nicBufferBytes / 3);
  }

  private ReferenceNic nic(ReferenceCascadePacket packet) {
    return aries.nic(aries.cascade.dragonfly.seat(packet.destination()).nic());
  }

  @Override
  int queue(ReferenceCascadePacket packet) {
    return 2 * packet.packetClass + nic(packet).number % 2;
  }

  @Override
  protected boolean hasRoom(ReferenceCascadePacket packet, int queue) {
    return super.hasRoom(packet, queue) && nic(packet).admits(packet);
  }

  @Override
  protected long start(ReferenceCascadePacket packet, long tick) {
    return tick + packet.tileTicks(aries.cascade.config);
  }

  @Override
  protected void forward(ReferenceCascadePacket packet, int queue, long tailTick) {
    nic(packet).take(packet, this, aries.cascade.now());
  }

  /** "20·(flits in its queues) + max(0, busy until − t)", or what a flit takes. */
  long waitTicks(long tick) {
    return (long) aries.cascade.config.tileFlitTicks * queued() + Math.max(0, busyUntil() - tick);
  }
}
