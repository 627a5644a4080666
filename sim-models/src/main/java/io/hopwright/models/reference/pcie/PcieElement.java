package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.ReferenceCrossbarRouter;
import io.hopwright.models.reference.pcie.ReferencePcieTopology.Step;

/** Element as a switch, and its engine. Confined to the thread of its machine. */
final class PcieElement extends ReferenceCrossbarRouter<PciePacket, PcieOutput> {
  final ReferencePcie machine;
  final int number;

  /** Null but at end elements. */
  final PcieEngine engine;

  PcieElement(ReferencePcie machine, int number) {
    super(
        machine,
        "element " + number,
        machine.topology.local + 1,
        PcieOutput.VCS,
        machine.parameters.localWords,
        machine.parameters.creditTicks);
    this.machine = machine;
    this.number = number;
    final ReferencePcieTopology topology = machine.topology;
    for (int port = 0; port < topology.local; port++) {
      final End farEnd = topology.farEnd(number, port);
      if (farEnd != null) {
        add(new PcieOutput(this, port, farEnd));
      }
    }
    if (topology.kind(number).isEnd()) {
      add(new PcieOutput(this, topology.local, null));
      engine = new PcieEngine(this);
    } else {
      engine = null;
    }
  }

  @Override
  protected int size(PciePacket packet) {
    return packet.words();
  }

  /** Performs phase 2: arrivals, grants; then streams open chunks, and the engine issues. */
  void act(long tick) {
    passOn(tick);
    if (engine != null) {
      engine.act(tick);
    }
  }

  @Override
  protected void route(PciePacket packet) {
    final Step step = machine.topology.step(number, packet.destination, packet.inputPort());
    int d = step.entersDimension() ? 0 : packet.inputVc() % 2;
    if (step.crossesDateline() && machine.rules.crossesDateline()) {
      d = 1;
    }
    join(packet, step.port(), 2 * packet.packetClass + d);
  }

  @Override
  public boolean isHome() {
    return super.isHome() && (engine == null || engine.isHome());
  }

  /** Appends the waits of the element; each waiting stream has its own line. */
  @Override
  public long describeWaiting(StringBuilder report) {
    final long waiting = super.describeWaiting(report);
    if (engine != null) {
      engine.describe(report);
    }
    return waiting;
  }
}
