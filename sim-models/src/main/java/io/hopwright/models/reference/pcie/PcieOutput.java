package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;

/**
 * Output of an element, its queues, its arbiter and its credits (section "Elements as switches").
 */
final class PcieOutput extends ReferenceCrossbarOutput<PciePacket> {
  static final int VCS = 6;

  private final PcieElement element;

  PcieOutput(PcieElement element, int port, End farEnd) {
    super(
        element,
        port,
        farEnd,
        ReferencePcie.KINDS.get(element.machine.kind(port)),
        VCS,
        farEnd == null ? 0 : capacityWords(element, port));
    this.element = element;
  }

  private static int capacityWords(PcieElement element, int port) {
    final int usual = element.machine.parameters.bufferWords;
    return port == ReferencePcieTopology.QPI ? element.machine.rules.qpiWords(usual) : usual;
  }

  private long busyTicks(PciePacket packet) {
    return element.machine.edges.busyTicks(element.number, port(), packet);
  }

  @Override
  protected long start(PciePacket packet, long tick) {
    return tick + busyTicks(packet);
  }

  @Override
  protected void forward(PciePacket packet, int vc, long tailTick) {
    final ReferencePcie machine = element.machine;
    if (farEnd() == null) {
      machine.at(tailTick, () -> element.engine.deliver(packet));
    } else {
      final long start = tailTick - (machine.rules.cutsThrough() ? busyTicks(packet) : 0);
      cross(packet, vc, start + machine.edges.hopTicks(port()));
    }
  }
}
