package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;

/**
 * Output of a router, to a link or to a unit (section "Router" of {@code docs/models/extoll.md}).
 */
final class ExtollOutput extends ReferenceCrossbarOutput<ExtollPacket> {
  private final ExtollNode node;

  /** Attempts to send over the link. */
  private long attempts;

  /** Creates an output with a queue for each VC of a link, or for each class to a unit. */
  ExtollOutput(ExtollNode node, int port, End farEnd) {
    super(
        node,
        port,
        farEnd,
        ReferenceExtoll.KINDS.get(ReferenceExtoll.kind(port)),
        farEnd == null ? 2 : 4,
        farEnd == null ? node.machine.parameters.unitCells : node.machine.parameters.vcCells);
    this.node = node;
  }

  @Override
  protected long start(ExtollPacket packet, long tick) {
    final ExtollParameters parameters = node.machine.parameters;
    final long busy = parameters.busyTicks(packet.cells());
    final long failed = farEnd() == null ? 0 : failures(packet);
    return tick + busy + failed * (busy + 2L * parameters.hopTicks);
  }

  @Override
  protected void forward(ExtollPacket packet, int queue, long tailTick) {
    final ExtollParameters parameters = node.machine.parameters;
    if (farEnd() == null) {
      node.machine.at(tailTick + parameters.ejectionTicks, () -> node.deliver(packet));
    } else {
      final long start = tailTick - parameters.busyTicks(packet.cells());
      cross(packet, queue, start + parameters.hopTicks);
    }
  }

  /** {@code k}: attempts that fail, "attempt v of a packet of c cells", before one does not. */
  private long failures(ExtollPacket packet) {
    final ReferenceExtoll machine = node.machine;
    final double rate = machine.parameters.bitErrorRate;
    if (rate == 0) {
      return 0;
    }
    final long link = 16L * node.number + port();
    final double bits = 128.0 * (packet.cells() + 1);
    long failed = 0;
    while (machine.draws.damages(
        link, machine.rules.errorNumber(attempts++, packet.number), bits, rate)) {
      failed++;
    }
    machine.add("framesSent", failed + 1);
    machine.add("framesRepeated", failed);
    return failed;
  }
}
