package io.hopwright.models.reference.cascade;

/** A processor tile as output, shared by the two NICs of a pair. */
final class ReferenceTileOutput extends ReferenceOutput {
  ReferenceTileOutput(ReferenceAries aries, int port) {
    super(aries, port, 4, 0);
  }

  private int tileOfPair() {
    return port % ReferenceNicPair.TILES;
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
    return nic(packet).hasRoom(packet, tileOfPair());
  }

  @Override
  long occupy(ReferenceCascadePacket packet) {
    return packet.tileTicks(aries.cascade.config);
  }

  @Override
  void send(ReferenceCascadePacket packet, long tick, long busyUntil) {
    aries.cascade.onEjection(packet.tileTicks(aries.cascade.config));
    nic(packet).receive(packet, tileOfPair(), tick);
  }

  /** "20·(flits in its queues) + max(0, busy until − t)", or what a flit takes. */
  long waitTicks(long tick) {
    return (long) aries.cascade.config.tileFlitTicks * queued() + Math.max(0, busyUntil() - tick);
  }
}
