package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.extoll.ReferenceExtollTopology.End;

/**
 * An output of a router, to a link or to a unit, with its queues, its arbiter and what it knows of
 * the buffer behind it: section "Router" of {@code docs/models/extoll.md}.
 */
final class ExtollOutput extends ReferenceCrossbarOutput<ExtollPacket> {
  final ExtollNode node;
  final int port;

  /** Where the link ends; null of an output to a unit. */
  final End farEnd;

  /** Attempts to send over the link. */
  private long attempts;

  /** With a queue for each VC of a link, or for each class to a unit. */
  ExtollOutput(ExtollNode node, int port, End farEnd) {
    super(
        "node " + node.number + ", port " + port,
        farEnd == null ? 2 : 4,
        farEnd == null ? node.machine.parameters.unitCells : node.machine.parameters.vcCells);
    this.node = node;
    this.port = port;
    this.farEnd = farEnd;
  }

  @Override
  protected int size(ExtollPacket packet) {
    return node.machine.charge(packet);
  }

  @Override
  protected long send(ExtollPacket packet, int queue, long tick) {
    final ReferenceExtoll machine = node.machine;
    final ExtollParameters parameters = machine.parameters;
    final long busy = parameters.busyTicks(packet.cells());
    final long late = farEnd == null ? 0 : failures(packet) * (busy + 2L * parameters.hopTicks);
    final long busyUntil = tick + busy + late;
    machine.wake(busyUntil);
    machine.onGrant(this, busyUntil - tick);
    node.leaves(packet, busyUntil);
    if (farEnd == null) {
      machine.at(tick + parameters.ejectionTicks + busy, () -> node.deliver(packet));
      return busyUntil;
    }
    packet.links++;
    packet.inputPort = farEnd.port();
    packet.inputVc = queue;
    final ExtollNode there = machine.node(farEnd.node());
    machine.at(tick + parameters.hopTicks + late, () -> there.arrivals.add(packet));
    return busyUntil;
  }

  /** {@code k}: attempts that fail before one does not. */
  private long failures(ExtollPacket packet) {
    long failed = 0;
    while (fails(packet)) {
      failed++;
    }
    return failed;
  }

  private boolean fails(ExtollPacket packet) {
    final long number = node.machine.rules.errorNumber(attempts, packet.number);
    attempts++;
    return node.machine.fails(16L * node.number + port, number, packet.cells());
  }
}
