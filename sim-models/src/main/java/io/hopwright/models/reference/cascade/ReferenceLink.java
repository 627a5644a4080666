package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.End;

/** A network output: a unidirectional link with the credits of the buffer at its far end. */
final class ReferenceLink extends ReferenceOutput {
  static final int VCS = 8;

  final Colour colour;
  final boolean optical;

  private final End farEnd;

  ReferenceLink(ReferenceAries aries, int port, End farEnd) {
    super(aries, port, VCS, aries.capacityFlits(port));
    this.farEnd = farEnd;
    colour = ReferenceDragonfly.colour(port);
    optical = colour == Colour.BLUE && !aries.cascade.config.electricalBlue;
  }

  @Override
  int queue(ReferenceCascadePacket packet) {
    return packet.networkVc();
  }

  @Override
  long occupy(ReferenceCascadePacket packet) {
    final long linkTicks = packet.linkTicks(aries.cascade.config, optical);
    final int failures = aries.cascade.errors.failures(aries.number, port, packet);
    return (failures + 1) * linkTicks + (long) failures * aries.cascade.config.retryTicks;
  }

  @Override
  void send(ReferenceCascadePacket packet, long tick, long busyUntil) {
    final int vc = packet.networkVc();
    packet.inputPort = farEnd.port();
    packet.inputVc = vc;
    aries.cascade.onHop(packet, colour, busyUntil - tick);
    final ReferenceAries there = aries.cascade.aries(farEnd.aries());
    final long start = busyUntil - packet.linkTicks(aries.cascade.config, optical);
    aries.cascade.at(
        start + aries.cascade.config.hopTicks, there, () -> there.arrivals.add(packet));
  }

  /** Near-end load and far-end load over all VCs. */
  long loadFlits() {
    return (long) queued() + charged();
  }
}
