package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceCrossbarRouter;
import java.util.Arrays;

/** Node: its router, its TNIs and the bus between them and the processor. */
final class TofuNode extends ReferenceCrossbarRouter<TofuPacket, TofuOutput> {
  final ReferenceTofu machine;
  final int number;
  final TofuTni[] tnis;

  /** Ticks from which the two directions of the bus are free. */
  long outFreeFrom;

  private long inFreeFrom;

  /**
   * First TNI to issue: the one after the TNI that issued the node's last packet (initially TNI 0).
   */
  private int firstToIssue;

  TofuNode(ReferenceTofu machine, int number) {
    super(
        machine,
        "node " + number,
        ReferenceTofuTopology.FIRST_TNI + machine.parameters.tnis,
        4,
        machine.parameters.sendUnits,
        machine.parameters.creditTicks);
    this.machine = machine;
    this.number = number;
    final TofuParameters parameters = machine.parameters;
    for (int port = 0; port < ReferenceTofuTopology.FIRST_TNI; port++) {
      final End farEnd = machine.topology.farEnd(number, port);
      if (farEnd != null) {
        final String axis = ReferenceTofuTopology.AXES.get(ReferenceTofuTopology.axis(port));
        add(new TofuOutput(this, port, farEnd, axis, 4, parameters.vcUnits));
      }
    }
    tnis = new TofuTni[parameters.tnis];
    for (int tni = 0; tni < tnis.length; tni++) {
      tnis[tni] = new TofuTni(this, tni);
      add(new TofuOutput(this, tnis[tni].port(), null, "tni", 2, parameters.bufferUnits));
    }
  }

  @Override
  protected int size(TofuPacket packet) {
    return packet.units();
  }

  @Override
  protected void route(TofuPacket packet) {
    join(packet, packet.output(), packet.queue());
  }

  /** Phase 2: arrivals, grants, "then issues". */
  void act(long tick) {
    passOn(tick);
    issue(tick);
    for (final TofuTni tni : tnis) {
      tni.barrierEngine.begin(tick); // "after the issues of phase 2"
    }
  }

  private void issue(long tick) {
    final boolean bus = machine.parameters.bus != TofuParameters.Bus.NONE;
    final int first = bus ? firstToIssue : 0;
    for (int i = 0; i < tnis.length; i++) {
      final int tni = (first + i) % tnis.length;
      if (tnis[tni].issue(tick)) {
        firstToIssue = (tni + 1) % tnis.length;
      }
    }
  }

  /** Takes a packet that keeps the output to one of the TNIs busy up to a tick. */
  void receive(TofuPacket packet, long tailTick) {
    final TofuParameters parameters = machine.parameters;
    long end = tailTick + parameters.ejectionTicks;
    if (parameters.bus != TofuParameters.Bus.NONE) {
      end = Math.max(end, inFreeFrom) + parameters.busTicks(packet.dataBytes());
      inFreeFrom = end; // of the bus
    }
    if (packet.kind != TofuPacket.Kind.SIGNAL) {
      end += parameters.receiveTicks;
    }
    if (packet.completes()) {
      end += parameters.writeTicks + parameters.pollTicks;
    }
    final TofuTni tni = tnis[packet.destinationTni()];
    machine.at(end, () -> tni.deliver(packet));
  }

  @Override
  public boolean isHome() {
    return super.isHome() && Arrays.stream(tnis).allMatch(TofuTni::isSilent);
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    long waiting = super.describeWaiting(report);
    for (final TofuTni tni : tnis) {
      waiting += tni.describeWaiting(report, machine.tick());
    }
    return waiting;
  }
}
