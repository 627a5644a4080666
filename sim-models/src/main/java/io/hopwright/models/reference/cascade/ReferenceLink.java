package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Colour;

/** A network output: a unidirectional link with the credits of the buffer at its far end. */
final class ReferenceLink extends ReferenceOutput {
  static final int VCS = 8;

  private final Colour colour;
  private final boolean optical;

  /** {@code v} of "Link errors" of {@code docs/models/cascade-faults.md}. */
  private long attempts;

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
    final long failures = failures(packet);
    packet.linksOf[colour.kind]++;
    return tick + (failures + 1) * linkTicks + failures * aries.cascade.config.retryTicks;
  }

  @Override
  protected void forward(ReferenceCascadePacket packet, int vc, long tailTick) {
    final ReferenceCascadeConfig config = aries.cascade.config;
    cross(packet, vc, tailTick - packet.linkTicks(config, optical) + config.hopTicks);
  }

  /** Returns how often a packet fails before it gets through. */
  private long failures(ReferenceCascadePacket packet) {
    final ReferenceCascade cascade = aries.cascade;
    final long link = (long) ReferenceDragonfly.PORTS * aries.number + port();
    long failures = 0;
    while (cascade.config.hasErrors(colour)
        && cascade.draws.damages(
            link, attempts++, 8.0 * packet.wireBytes(), cascade.config.bitErrorRate)) {
      failures++;
    }
    cascade.add("framesSent", failures + 1);
    cascade.add("framesRepeated", failures);
    return failures;
  }

  /** Near-end load and far-end load over all VCs. */
  long loadFlits() {
    return (long) queued() + charged();
  }
}
