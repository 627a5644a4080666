package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.ReferenceCrossbarRouter;
import io.hopwright.models.reference.fabric.FabricReference.Hop;
import io.hopwright.models.reference.fabric.FabricReference.Link;
import java.util.ArrayList;
import java.util.List;

/** Router that is an ideal crossbar, with its nodes. Confined to the thread of its machine. */
final class FabricRouter extends ReferenceCrossbarRouter<FabricPacket, FabricOutput>
    implements FabricPlace {
  final ReferenceFabric<FabricRouter> machine;
  private final int r;
  private final List<FabricNode> nodes = new ArrayList<>();

  FabricRouter(ReferenceFabric<FabricRouter> machine, int r) {
    super(
        machine,
        "router " + r,
        machine.value.linkPorts(r) + machine.value.nodes(r),
        machine.value.vcs,
        machine.value.nodePorts.cap(),
        port -> machine.value.linkInto(r, port).ofClass().credit());
    this.machine = machine;
    this.r = r;
    final int linkPorts = machine.value.linkPorts(r);
    for (int port = 0; port < linkPorts; port++) {
      final Link link = machine.value.link(r, port);
      if (link != null) {
        add(new FabricOutput(this, port, link));
      }
    }
    for (int j = 0; j < machine.value.nodes(r); j++) {
      add(new FabricOutput(this, linkPorts + j));
      nodes.add(new FabricNode(this, machine, machine.value.node(r, j), linkPorts + j, 1));
    }
  }

  @Override
  public List<FabricNode> nodes() {
    return nodes;
  }

  @Override
  protected int size(FabricPacket packet) {
    return packet.flits;
  }

  /** Performs phase 2: arrivals, grants, issue. */
  @Override
  public void act() {
    passOn(machine.now());
    nodes.forEach(FabricNode::issue);
  }

  @Override
  protected void route(FabricPacket packet) {
    final End end = machine.value.port(packet.destination);
    if (end.router() == r) {
      join(packet, end.port(), 0);
      return;
    }
    final Hop hop =
        machine.value.route(
            r,
            packet.inputPort(),
            packet.inputVc(),
            packet.source,
            packet.destination,
            machine.choice(packet));
    machine.check(packet, r, hop.port(), hop.vc());
    join(packet, hop.port(), hop.vc());
  }

  /** A packet reaches the node at a port. */
  void deliver(FabricPacket packet, int port) {
    nodes.get(port - machine.value.linkPorts(r)).receive(packet);
  }
}
