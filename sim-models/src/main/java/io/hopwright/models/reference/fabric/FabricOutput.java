package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.fabric.FabricReference.Link;

/** Output of a router to a link or to a node (section "Grant" in section "Router" of the page). */
final class FabricOutput extends ReferenceCrossbarOutput<FabricPacket> {
  private final FabricRouter router;

  /** Null of an output to a node. */
  private final LinkClass linkClass;

  FabricOutput(FabricRouter router, int port, Link link) {
    super(
        router,
        port,
        link.farEnd(),
        link.ofClass().name(),
        router.machine.value.vcs,
        link.ofClass().cap());
    this.router = router;
    linkClass = link.ofClass();
  }

  /** An output to a node, which takes every packet. */
  FabricOutput(FabricRouter router, int port) {
    super(router, port, null, ReferenceFabric.NODE, 1, 0);
    this.router = router;
    linkClass = null;
  }

  @Override
  protected long start(FabricPacket packet, long tick) {
    final FabricReference value = router.machine.value;
    return tick
        + (linkClass == null ? value.nodeTicks(packet) : value.linkTicks(linkClass, packet));
  }

  @Override
  protected void forward(FabricPacket packet, int queue, long tailTick) {
    final ReferenceFabric<FabricRouter> machine = router.machine;
    if (linkClass == null) {
      machine.at(machine.now() + machine.value.out(packet), () -> router.deliver(packet, port()));
    } else {
      packet.routeTicks += linkClass.hop();
      cross(packet, queue, machine.now() + linkClass.hop());
    }
  }
}
