package io.hopwright.models.reference.fabric;

/** Node: section "Node" of the page. Confined to the thread of its machine. */
final class FabricNode {
  private final FabricRouter router;
  private final ReferenceFabric machine;
  private final int number;
  private final int port;

  /** The next packet. */
  private long q;

  /** Its birth; {@link ReferenceFabric#NEVER} if there is none. */
  private long birth;

  /** The first tick at which the node may issue again. */
  private long freeFrom;

  FabricNode(FabricRouter router, int number, int port) {
    this.router = router;
    this.number = number;
    this.port = port;
    machine = router.machine;
    birth = machine.birthAfter(-1, number, 0);
    machine.wake(birth);
  }

  boolean isSettled() {
    return birth == ReferenceFabric.NEVER;
  }

  /** Issues the next packet if it is born, the port is free and its buffer has room. */
  void issue() {
    final long now = machine.now();
    if (birth > now || now < freeFrom || !router.hasRoom(port, 0, machine.value.packets.f())) {
      return;
    }
    final NodePorts ports = machine.value.nodePorts;
    final int destination = machine.pattern.destination(number, q);
    router.issue(new FabricPacket(number, destination, q, birth, now), port, 0, now + ports.in());
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
