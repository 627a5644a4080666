package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.tofu.ReferenceTofuTopology.End;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** A node: its router, its TNIs and the bus between them and the processor. */
final class TofuNode {
  final ReferenceTofu machine;
  final int number;

  /** By port; null where there is no link. */
  final TofuOutput[] outputs;

  final TofuTni[] tnis;

  /** Packets that arrive in this tick. */
  final List<TofuPacket> arrivals = new ArrayList<>();

  /** Units in each buffer of an input, by port and VC: from arrival until the tail has left. */
  final int[][] bufferedUnits;

  /** When the two directions of the bus are free. */
  long outFreeFrom;

  private long inFreeFrom;

  /** "Behind the TNI that issued the node's last packet (at first TNI 0)". */
  private int firstToIssue;

  TofuNode(ReferenceTofu machine, int number) {
    this.machine = machine;
    this.number = number;
    final TofuParameters parameters = machine.parameters;
    final int ports = ReferenceTofuTopology.FIRST_TNI + parameters.tnis;
    outputs = new TofuOutput[ports];
    bufferedUnits = new int[ports][4];
    tnis = new TofuTni[parameters.tnis];
    for (int port = 0; port < ReferenceTofuTopology.FIRST_TNI; port++) {
      final End farEnd = machine.topology.farEnd(number, port);
      outputs[port] =
          farEnd == null ? null : new TofuOutput(this, port, farEnd, 4, parameters.vcUnits);
    }
    for (int tni = 0; tni < tnis.length; tni++) {
      final int port = ReferenceTofuTopology.FIRST_TNI + tni;
      outputs[port] = new TofuOutput(this, port, null, 2, parameters.bufferUnits);
      tnis[tni] = new TofuTni(this, tni);
    }
  }

  /** Phase 2: "arrivals in order of input port, then grants, outputs ascending, then issues". */
  void act(long tick) {
    arrivals.sort(Comparator.comparingInt(packet -> packet.inputPort));
    for (final TofuPacket packet : arrivals) {
      arrive(packet);
    }
    arrivals.clear();
    for (final TofuOutput output : outputs) {
      if (output != null) {
        output.grant(tick);
      }
    }
    issue(tick);
    for (final TofuTni tni : tnis) {
      tni.barrierEngine.begin(tick); // "after the issues of phase 2"
    }
  }

  private void arrive(TofuPacket packet) {
    final int[] buffered = bufferedUnits[packet.inputPort];
    buffered[packet.inputVc] += packet.units();
    final TofuOutput output = outputs[packet.output()];
    if (output == null) {
      throw new IllegalStateException(
          String.format(
              "node %d, port %d, tick %d: no link for %s",
              number, packet.output(), machine.now(), packet));
    }
    output.join(packet, packet.queue());
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

  /** "Its tail leaves the buffer of its input at t + F". */
  void leaves(TofuPacket packet, long tailTick) {
    final int port = packet.inputPort;
    final int vc = packet.inputVc;
    final int units = packet.units();
    machine.at(tailTick, () -> bufferedUnits[port][vc] -= units);
    if (port < ReferenceTofuTopology.FIRST_TNI) {
      final End sender = machine.topology.farEnd(number, port); // links come in pairs
      final TofuOutput there = machine.node(sender.node()).outputs[sender.port()];
      machine.at(tailTick + machine.parameters.creditTicks, () -> there.giveBack(vc, units));
    } else {
      final TofuTni tni = tnis[port - ReferenceTofuTopology.FIRST_TNI];
      machine.at(tailTick, () -> tni.chargeUnits[vc / 2] -= units);
    }
  }

  /** Takes a packet that has been granted the output to one of the TNIs. */
  void receive(TofuPacket packet, long tick) {
    final TofuParameters parameters = machine.parameters;
    long end = tick + parameters.ejectionTicks + machine.frameTicks(packet);
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

  /** No buffer holds more than its sender has been charged, and none more than fits. */
  void checkConservation() {
    for (final TofuOutput output : outputs) {
      for (int queue = 0; output != null && queue < (output.farEnd == null ? 2 : 4); queue++) {
        final End end = output.farEnd;
        output.check(
            queue, end == null ? 0 : machine.node(end.node()).bufferedUnits[end.port()][queue]);
      }
    }
    for (final TofuTni tni : tnis) {
      final int port = ReferenceTofuTopology.FIRST_TNI + tni.number;
      for (int packetClass = 0; packetClass < 2; packetClass++) {
        ReferenceCrossbarOutput.check(
            () -> "node " + number + ", input port " + port,
            bufferedUnits[port][2 * packetClass],
            tni.chargeUnits[packetClass],
            machine.parameters.sendUnits);
      }
    }
  }

  /** Whether nothing waits or is under way here and everything charged has been given back. */
  boolean isHome() {
    return arrivals.isEmpty()
        && Arrays.stream(outputs).filter(Objects::nonNull).allMatch(TofuOutput::isHome)
        && Arrays.stream(bufferedUnits).flatMapToInt(Arrays::stream).allMatch(units -> units == 0)
        && Arrays.stream(tnis).allMatch(TofuTni::isHome);
  }
}
