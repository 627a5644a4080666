package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.pcie.ReferencePcieTopology.End;

/** An output of an element, its queues, its arbiter and its credits: "Elements as switches". */
final class PcieOutput extends ReferenceCrossbarOutput<PciePacket> {
  static final int VCS = 6;

  private final PcieElement element;
  final int port;

  /** Where the link ends; null of a local port. */
  final End farEnd;

  PcieOutput(PcieElement element, int port, End farEnd) {
    super(
        "element " + element.number + ", port " + port,
        VCS,
        farEnd == null ? 0 : capacityWords(element, port));
    this.element = element;
    this.port = port;
    this.farEnd = farEnd;
  }

  private static int capacityWords(PcieElement element, int port) {
    final int usual = element.machine.parameters.bufferWords;
    return port == ReferencePcieTopology.QPI ? element.machine.rules.qpiWords(usual) : usual;
  }

  @Override
  protected int size(PciePacket packet) {
    return packet.words();
  }

  @Override
  protected long send(PciePacket packet, int vc, long tick) {
    final ReferencePcie machine = element.machine;
    final long busy = machine.edges.busyTicks(element.number, port, packet);
    final long busyUntil = tick + busy;
    machine.wake(busyUntil);
    machine.onGrant(port, busy);
    element.leaves(packet, busyUntil);
    if (farEnd == null) {
      machine.at(busyUntil, () -> element.engine.deliver(packet));
      return busyUntil;
    }
    packet.links++;
    final PcieElement there = machine.element(farEnd.element());
    machine.at(
        tick + machine.edges.hopTicks(port) + (machine.rules.cutsThrough() ? 0 : busy),
        () -> {
          packet.inputPort = farEnd.port();
          packet.inputVc = vc;
          there.arrivals.add(packet);
        });
    return busyUntil;
  }
}
