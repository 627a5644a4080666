package io.hopwright.models.reference.fabric;

import java.util.ArrayDeque;
import java.util.Deque;

/** Node (section "Node" of the page). Confined to the thread of its machine. */
final class FabricNode {
  private final FabricPlace router;
  private final ReferenceFabric<?> machine;
  private final int number;
  private final int port;

  /** VCs of the buffer of its port. */
  private final int vcs;

  /** The VC to try first. */
  private int pointer;

  /** The next packet. */
  private long q;

  /** Packets of transfers that have been posted, where the workload is jobs. */
  private final Deque<FabricPacket> posted = new ArrayDeque<>();

  /** Its birth; {@link ReferenceFabric#NEVER} if there is none. */
  private long birth;

  /** The first tick at which the node may issue again. */
  private long freeFrom;

  FabricNode(FabricPlace router, ReferenceFabric<?> machine, int number, int port, int vcs) {
    this.router = router;
    this.machine = machine;
    this.number = number;
    this.port = port;
    this.vcs = vcs;
    birth = machine.birthAfter(-1, number, 0);
    machine.wake(birth);
  }

  boolean isSettled() {
    return birth == ReferenceFabric.NEVER && posted.isEmpty();
  }

  /** A packet joins the queue of the network interface. */
  void post(FabricPacket packet) {
    posted.add(packet);
  }

  /** Returns the next packet; null if there is none. */
  private FabricPacket next() {
    if (!posted.isEmpty()) {
      return posted.element();
    }
    final FabricReference.Packets packets = machine.value.packets;
    return birth > machine.now()
        ? null
        : new FabricPacket(
            number,
            machine.pattern.destination(number, q),
            q,
            birth,
            packets.dataBytes(),
            packets.f());
  }

  /**
   * Issues the next packet if it is generated, the port is free and a VC of its buffer has room.
   */
  void issue() {
    final long now = machine.now();
    final FabricPacket packet = next();
    if (packet == null || now < freeFrom) {
      return;
    }
    for (int k = 0; k < vcs; k++) {
      final int vc = (pointer + k) % vcs;
      if (router.hasRoom(port, vc, packet.flits)) {
        pointer = (vc + 1) % vcs;
        issue(packet, vc, now);
        return;
      }
    }
  }

  private void issue(FabricPacket packet, int vc, long now) {
    packet.issued = now;
    router.issue(packet, port, vc, now + machine.value.nodePorts.in());
    machine.inject(packet.bytes, 1);
    freeFrom = now + machine.value.nodeTicks(packet);
    machine.wake(freeFrom);
    if (posted.isEmpty()) {
      q++;
      birth = machine.birthAfter(machine.isEndless() ? now : birth, number, q);
      machine.wake(birth);
    } else {
      posted.remove();
      machine.jobs.onIssue(packet);
    }
  }

  void receive(FabricPacket packet) {
    machine.receive(packet, number);
  }
}
