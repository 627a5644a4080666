package io.hopwright.models.reference.extoll;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Port of a unit into the router (section "Issue" of the rules). Confined to the thread of its
 * machine.
 */
final class ExtollUnitPort {
  private final ExtollNode node;
  final int port;

  /** Packets to be issued, by class. */
  final List<Deque<ExtollPacket>> queues = List.of(new ArrayDeque<>(), new ArrayDeque<>());

  private long busyUntil;

  ExtollUnitPort(ExtollNode node, int port) {
    this.node = node;
    this.port = port;
  }

  /**
   * Issues the first waiting packet of class 1, otherwise the first of class 0, if there is room.
   */
  void issue(long tick) {
    if (busyUntil > tick) {
      return;
    }
    for (int packetClass = 1; packetClass >= 0; packetClass--) {
      final ExtollPacket packet = queues.get(packetClass).peek();
      if (packet != null && packet.whole && hasRoom(packet)) {
        queues.get(packetClass).remove();
        send(packet, tick);
        return;
      }
    }
  }

  private boolean hasRoom(ExtollPacket packet) {
    return node.hasRoom(port, 2 * packet.kind.packetClass, node.machine.charge(packet));
  }

  private void send(ExtollPacket packet, long tick) {
    final ReferenceExtoll machine = node.machine;
    busyUntil = tick + machine.parameters.busyTicks(packet.cells());
    machine.wake(busyUntil);
    packet.issueTick = tick;
    final long arrivalTick = tick + machine.parameters.injectionTicks;
    node.issue(packet, port, 2 * packet.kind.packetClass, arrivalTick);
    machine.onIssue(packet);
  }

  boolean isEmpty() {
    return queues.stream().allMatch(Deque::isEmpty);
  }
}
