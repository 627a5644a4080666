package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ReferenceExtollTopology.End;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * An output of a router, to a link or to a unit, with its queues, its arbiter and what it knows of
 * the buffer behind it: section "Router" of {@code docs/models/extoll.md}.
 */
final class ExtollOutput {
  final ExtollNode node;
  final int port;

  /** Where the link ends; null of an output to a unit. */
  final End farEnd;

  /** One a VC of a link, one a class to a unit, in order of arrival. */
  final List<Deque<ExtollPacket>> queues = new ArrayList<>();

  /** Cells behind the output, or on their way there, by queue. */
  final int[] chargeCells;

  final int capacityCells;
  long busyUntil;
  private int pointer;

  /** Attempts to send over the link. */
  private long attempts;

  ExtollOutput(ExtollNode node, int port, End farEnd) {
    this.node = node;
    this.port = port;
    this.farEnd = farEnd;
    final ExtollParameters parameters = node.machine.parameters;
    capacityCells = farEnd == null ? parameters.unitCells : parameters.vcCells;
    chargeCells = new int[farEnd == null ? 2 : 4];
    for (int queue = 0; queue < chargeCells.length; queue++) {
      queues.add(new ArrayDeque<>());
    }
  }

  /** "At most one grant per output and tick": the first in turn that can be sent. */
  void grant(long tick) {
    if (busyUntil > tick) {
      return;
    }
    for (int i = 0; i < queues.size(); i++) {
      final int queue = (pointer + i) % queues.size();
      final ExtollPacket packet = queues.get(queue).peek();
      if (packet != null && chargeCells[queue] + node.machine.charge(packet) <= capacityCells) {
        queues.get(queue).remove();
        pointer = (queue + 1) % queues.size();
        chargeCells[queue] += node.machine.charge(packet);
        send(packet, queue, tick);
        return;
      }
    }
  }

  private void send(ExtollPacket packet, int queue, long tick) {
    final ReferenceExtoll machine = node.machine;
    final ExtollParameters parameters = machine.parameters;
    final long busy = parameters.busyTicks(packet.cells());
    final long late = farEnd == null ? 0 : failures(packet) * (busy + 2L * parameters.hopTicks);
    busyUntil = tick + busy + late;
    machine.wake(busyUntil);
    machine.onGrant(this, busyUntil - tick);
    node.leaves(packet, busyUntil);
    if (farEnd == null) {
      machine.at(tick + parameters.ejectionTicks + busy, () -> node.deliver(packet));
      return;
    }
    packet.links++;
    packet.inputPort = farEnd.port();
    packet.inputVc = queue;
    final ExtollNode there = machine.node(farEnd.node());
    machine.at(tick + parameters.hopTicks + late, () -> there.arrivals.add(packet));
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

  /** Queues up a packet that has just arrived. */
  void join(ExtollPacket packet, int queue) {
    queues.get(queue).add(packet);
  }

  /** Credits, or room, come back. */
  void giveBack(int queue, int cells) {
    chargeCells[queue] -= cells;
  }

  /** Whether nothing waits here and nothing is behind it. */
  boolean isHome() {
    return queues.stream().allMatch(Deque::isEmpty)
        && Arrays.stream(chargeCells).allMatch(cells -> cells == 0);
  }

  /** Appends a line for each queue in which packets wait; returns how many. */
  long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (int queue = 0; queue < queues.size(); queue++) {
      final int packets = queues.get(queue).size();
      waiting += packets;
      if (packets > 0) {
        report.append(
            String.format(
                "node %d, port %d, queue %d: %d wait, first %s%n",
                node.number, port, queue, packets, queues.get(queue).element()));
      }
    }
    return waiting;
  }
}
