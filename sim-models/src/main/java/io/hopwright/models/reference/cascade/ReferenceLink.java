package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.End;
import java.util.Arrays;

/** A network output: a unidirectional link with the credits of the buffer at its far end. */
final class ReferenceLink extends ReferenceOutput {
  static final int VCS = 8;

  final Colour colour;
  final boolean optical;

  /** Capacity of each VC at the far end. */
  final int capacityFlits;

  /** "The flits it has sent and that have not been given back", per VC. */
  final int[] chargeFlits = new int[VCS];

  private final End farEnd;

  ReferenceLink(ReferenceAries aries, int port, End farEnd) {
    super(aries, port, VCS);
    this.farEnd = farEnd;
    final ReferenceCascadeConfig config = aries.cascade.config;
    colour = ReferenceDragonfly.colour(port);
    optical = colour == Colour.BLUE && !config.electricalBlue;
    capacityFlits = (optical ? config.opticalVcBytes : config.electricalVcBytes) / 3;
  }

  @Override
  boolean isHome() {
    return super.isHome() && ReferenceCascade.isZero(chargeFlits);
  }

  @Override
  int queue(ReferenceCascadePacket packet) {
    return packet.networkVc();
  }

  @Override
  boolean hasRoom(ReferenceCascadePacket packet) {
    return chargeFlits[packet.networkVc()] + packet.flits() <= capacityFlits;
  }

  @Override
  long occupy(ReferenceCascadePacket packet) {
    final long linkTicks = packet.linkTicks(aries.cascade.config, optical);
    final int failures = aries.cascade.errors.failures(aries.number, port, packet);
    return (failures + 1) * linkTicks + (long) failures * aries.cascade.config.retryTicks;
  }

  @Override
  void send(ReferenceCascadePacket packet, long tick) {
    final int vc = packet.networkVc();
    chargeFlits[vc] += packet.flits();
    packet.inputPort = farEnd.port();
    packet.inputVc = vc;
    aries.cascade.onHop(packet, colour, busyUntil - tick);
    final ReferenceAries there = aries.cascade.aries(farEnd.aries());
    final long start = busyUntil - packet.linkTicks(aries.cascade.config, optical);
    aries.cascade.at(
        start + aries.cascade.config.hopTicks, there, () -> there.arrivals.add(packet));
  }

  /** Credits come back. */
  void giveBack(int vc, int flits) {
    chargeFlits[vc] -= flits;
  }

  /** Far-end load over all VCs. */
  @Override
  long sentFlits() {
    return Arrays.stream(chargeFlits).sum();
  }

  /** Near-end load and far-end load over all VCs. */
  long loadFlits() {
    return queuedFlits + sentFlits();
  }
}
