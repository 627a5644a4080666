package io.hopwright.models.reference.extoll;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** A unit's port into the router: "Issue" of the rules. Confined to the thread of its machine. */
final class ExtollUnitPort {
  private final ExtollNode node;
  final int port;

  /** Packets to be issued, by class. */
  final List<Deque<ExtollPacket>> queues = List.of(new ArrayDeque<>(), new ArrayDeque<>());

  /** Cells in the router's buffer behind the port, or on their way there, by class. */
  final int[] chargeCells = new int[2];

  private long busyUntil;

  ExtollUnitPort(ExtollNode node, int port) {
    this.node = node;
    this.port = port;
  }

  /** "The first packet of class 1 that waits, else the first of class 0", if there is room. */
  void issue(long tick) {
    if (busyUntil > tick) {
      return;
    }
    for (int packetClass = 1; packetClass >= 0; packetClass--) {
      final ExtollPacket packet = queues.get(packetClass).peek();
      if (packet != null && packet.whole && hasRoom(packetClass, node.machine.charge(packet))) {
        queues.get(packetClass).remove();
        send(packet, tick);
        return;
      }
    }
  }

  private boolean hasRoom(int packetClass, int cells) {
    return chargeCells[packetClass] + cells <= node.machine.parameters.unitCells;
  }

  private void send(ExtollPacket packet, long tick) {
    final ReferenceExtoll machine = node.machine;
    busyUntil = tick + machine.parameters.busyTicks(packet.cells());
    machine.wake(busyUntil);
    chargeCells[packet.kind.packetClass] += machine.charge(packet);
    packet.issueTick = tick;
    packet.inputPort = port;
    packet.inputVc = 2 * packet.kind.packetClass;
    machine.at(tick + machine.parameters.injectionTicks, () -> node.arrivals.add(packet));
    machine.onIssue(packet);
  }

  /** "Behind a unit's port at t'". */
  void giveBack(int packetClass, int cells) {
    chargeCells[packetClass] -= cells;
  }

  boolean isEmpty() {
    return queues.stream().allMatch(Deque::isEmpty);
  }

  boolean isHome() {
    return isEmpty() && Arrays.stream(chargeCells).allMatch(cells -> cells == 0);
  }
}
