package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.pcie.ReferencePcieTopology.End;
import io.hopwright.models.reference.pcie.ReferencePcieTopology.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** An element as a switch, and its engine. Confined to the thread of its machine. */
final class PcieElement {
  final ReferencePcie machine;
  final int number;

  /** By port; null where there is no link. */
  final PcieOutput[] outputs;

  /** Null but at end elements. */
  final PcieEngine engine;

  /** Packets that arrive in this tick. */
  final List<PciePacket> arrivals = new ArrayList<>();

  /** Words in each buffer of an input, by port and VC: from arrival until the tail has left. */
  private final int[][] bufferedWords;

  PcieElement(ReferencePcie machine, int number) {
    this.machine = machine;
    this.number = number;
    final ReferencePcieTopology topology = machine.topology;
    outputs = new PcieOutput[topology.local + 1];
    bufferedWords = new int[topology.local + 1][PcieOutput.VCS];
    for (int port = 0; port < topology.local; port++) {
      final End farEnd = topology.farEnd(number, port);
      outputs[port] = farEnd == null ? null : new PcieOutput(this, port, farEnd);
    }
    final boolean isEnd = topology.kind(number).isEnd();
    outputs[topology.local] = isEnd ? new PcieOutput(this, topology.local, null) : null;
    engine = isEnd ? new PcieEngine(this) : null;
  }

  /** Phase 2: arrivals, grants, "then streams open chunks, and the engine issues". */
  void act(long tick) {
    arrivals.sort(Comparator.comparingInt(packet -> packet.inputPort));
    arrivals.forEach(this::arrive);
    arrivals.clear();
    for (final PcieOutput output : outputs) {
      if (output != null) {
        output.grant(tick);
      }
    }
    if (engine != null) {
      engine.act(tick);
    }
  }

  private void arrive(PciePacket packet) {
    bufferedWords[packet.inputPort][packet.inputVc] += packet.words();
    final Step step = machine.topology.step(number, packet.destination, packet.inputPort);
    int d = step.entersDimension() ? 0 : packet.inputVc % 2;
    if (step.crossesDateline() && machine.rules.crossesDateline()) {
      d = 1;
    }
    final PcieOutput output = outputs[step.port()];
    if (output == null) {
      throw new IllegalStateException(
          String.format(
              "element %d, tick %d: no link at port %d for %s",
              number, machine.now(), step.port(), packet));
    }
    output.join(packet, 2 * packet.packetClass + d);
  }

  /** "Its tail leaves the buffer that it was in when the output is free again". */
  void leaves(PciePacket packet, long tailTick) {
    final int port = packet.inputPort;
    final int vc = packet.inputVc;
    final int words = packet.words();
    machine.at(tailTick, () -> bufferedWords[port][vc] -= words);
    if (port == machine.topology.local) {
      machine.at(tailTick, () -> engine.giveBack(packet.packetClass, words));
    } else {
      final End sender = machine.topology.farEnd(number, port); // links come in pairs
      final PcieOutput there = machine.element(sender.element()).outputs[sender.port()];
      machine.at(tailTick + machine.parameters.creditTicks, () -> there.giveBack(vc, words));
    }
  }

  /** No buffer holds more than its sender has been charged, and none more than fits. */
  void checkConservation() {
    for (final PcieOutput output : outputs) {
      for (int vc = 0; output != null && output.farEnd != null && vc < PcieOutput.VCS; vc++) {
        final End end = output.farEnd;
        output.check(vc, machine.element(end.element()).bufferedWords[end.port()][vc]);
      }
    }
    for (int packetClass = 0; engine != null && packetClass < 3; packetClass++) {
      final int local = machine.topology.local;
      ReferenceCrossbarOutput.check(
          () -> "element " + number + ", input port " + local,
          bufferedWords[local][2 * packetClass],
          engine.chargeWords[packetClass],
          machine.parameters.localWords);
    }
  }

  /** Whether nothing waits or is under way here and everything charged has been given back. */
  boolean isHome() {
    return arrivals.isEmpty()
        && Arrays.stream(outputs).filter(Objects::nonNull).allMatch(PcieOutput::isHome)
        && (engine == null || engine.isHome());
  }

  /** Appends a line for each queue in which packets wait, and each stream; returns how many. */
  long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (final PcieOutput output : outputs) {
      waiting += output == null ? 0 : output.describeWaiting(report);
    }
    if (engine != null) {
      engine.describe(report);
    }
    return waiting;
  }
}
