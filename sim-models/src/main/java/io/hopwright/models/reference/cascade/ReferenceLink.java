package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;

/** A network output: a unidirectional link with the credits of the buffer at its far end. */
final class ReferenceLink extends ReferenceOutput {
  static final int VCS = 8;

  private final Colour colour;
  private final boolean optical;

  ReferenceLink(ReferenceAries aries, int port, End farEnd) {
    super(aries, port, farEnd, VCS, aries.capacityFlits(port));
    colour = ReferenceDragonfly.colour(port);
    optical = colour == Colour.BLUE && !aries.cascade.config.electricalBlue;
  }

  @Override
  int queue(ReferenceCascadePacket packet) {
    return packet.networkVc();
  }

  @Override
  protected long start(ReferenceCascadePacket packet, long tick) {
    final long linkTicks = packet.linkTicks(aries.cascade.config, optical);
    final int failures = aries.cascade.errors.failures(aries.number, port(), packet);
    packet.linksOf[colour.kind]++;
    return tick + (failures + 1) * linkTicks + (long) failures * aries.cascade.config.retryTicks;
  }

  @Override
  protected void forward(ReferenceCascadePacket packet, int vc, long tailTick) {
    final ReferenceCascadeConfig config = aries.cascade.config;
    cross(packet, vc, tailTick - packet.linkTicks(config, optical) + config.hopTicks);
  }

  /** Near-end load and far-end load over all VCs. */
  long loadFlits() {
    return (long) queued() + charged();
  }
}
