package io.hopwright.models.reference.fabric;

/** Node: section "Node" of the page. Confined to the thread of its machine. */
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
    return birth == ReferenceFabric.NEVER;
  }

  /** Issues the next packet if it is born, the port is free and a VC of its buffer has room. */
  void issue() {
    final long now = machine.now();
    if (birth > now || now < freeFrom) {
      return;
    }
    for (int k = 0; k < vcs; k++) {
      final int vc = (pointer + k) % vcs;
      if (router.hasRoom(port, vc, machine.value.packets.f())) {
        pointer = (vc + 1) % vcs;
        issue(vc, now);
        return;
      }
    }
  }

  private void issue(int vc, long now) {
    final NodePorts ports = machine.value.nodePorts;
    final int destination = machine.pattern.destination(number, q);
    router.issue(new FabricPacket(number, destination, q, birth, now), port, vc, now + ports.in());
    machine.inject(machine.value.packets.dataBytes(), 1);
    q++;
    birth = machine.birthAfter(machine.isEndless() ? now : birth, number, q);
    freeFrom = now + ports.w();
    machine.wake(Math.max(birth, freeFrom));
  }

  void receive(FabricPacket packet) {
    machine.receive(packet, number);
  }
}
