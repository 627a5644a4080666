package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.extoll.ExtollTables.Step;
import io.hopwright.models.reference.extoll.ReferenceExtollTopology.End;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** A node: its router and its units. Confined to the thread of its machine. */
final class ExtollNode {
  final ReferenceExtoll machine;
  final int number;

  /** By port; null where there is no link. */
  final ExtollOutput[] outputs = new ExtollOutput[ReferenceExtollTopology.ALL_PORTS];

  final List<ExtollUnitPort> units = new ArrayList<>();

  /** Null if there are links only. */
  final ExtollNic nic;

  /** Packets that arrive in this tick. */
  final List<ExtollPacket> arrivals = new ArrayList<>();

  /** Cells in each buffer of an input, by port and VC: from arrival until the tail has left. */
  final int[][] bufferedCells = new int[ReferenceExtollTopology.ALL_PORTS][4];

  ExtollNode(ReferenceExtoll machine, int number) {
    this.machine = machine;
    this.number = number;
    for (int port = 0; port < ReferenceExtollTopology.FIRST_UNIT; port++) {
      final End farEnd = machine.topology.farEnd(number, port);
      outputs[port] = farEnd == null ? null : new ExtollOutput(this, port, farEnd);
    }
    for (int port = ReferenceExtollTopology.FIRST_UNIT;
        port < ReferenceExtollTopology.ALL_PORTS;
        port++) {
      outputs[port] = new ExtollOutput(this, port, null);
      units.add(new ExtollUnitPort(this, port));
    }
    nic = machine.parameters.linkOnly ? null : new ExtollNic(this);
  }

  ExtollUnitPort unit(int port) {
    return units.get(port - ReferenceExtollTopology.FIRST_UNIT);
  }

  /** Phase 2: "router arrivals in order of input port; grants", then what units do. */
  void act() {
    arrivals.sort(Comparator.comparingInt(packet -> packet.inputPort));
    arrivals.forEach(this::arrive);
    arrivals.clear();
    for (final ExtollOutput output : outputs) {
      if (output != null) {
        output.grant(machine.now());
      }
    }
    if (nic != null) {
      nic.act();
    }
  }

  /** "Then issues of units". */
  void issue() {
    units.forEach(unit -> unit.issue(machine.now()));
  }

  private void arrive(ExtollPacket packet) {
    bufferedCells[packet.inputPort][packet.inputVc] += machine.charge(packet);
    final int packetClass = packet.kind.packetClass;
    if (packet.destination == number) {
      outputs[packet.unitPort].join(packet, packetClass);
      return;
    }
    final Step step = machine.tables.step(number, packet.inputPort, packet.destination);
    if (outputs[step.output()] == null || packet.links >= machine.topology.mostLinks()) {
      throw new IllegalStateException(
          String.format("node %d, tick %d: no way on for %s", number, machine.now(), packet));
    }
    final int d = step.dateline().after(packet.inputVc % 2);
    outputs[step.output()].join(packet, 2 * packetClass + d);
  }

  /** "Its tail leaves the buffer that it was in when the output is free again". */
  void leaves(ExtollPacket packet, long tailTick) {
    final int port = packet.inputPort;
    final int vc = packet.inputVc;
    final int cells = machine.charge(packet);
    machine.at(tailTick, () -> bufferedCells[port][vc] -= cells);
    if (port < ReferenceExtollTopology.FIRST_UNIT) {
      final End sender = machine.topology.farEnd(number, port); // links come in pairs
      final ExtollOutput there = machine.node(sender.node()).outputs[sender.port()];
      machine.at(tailTick + machine.parameters.creditTicks, () -> there.giveBack(vc, cells));
    } else {
      machine.at(tailTick, () -> unit(port).giveBack(vc / 2, cells));
    }
  }

  /** A packet is whole in its unit, which takes in at once whatever comes over links only. */
  void deliver(ExtollPacket packet) {
    machine.onDelivery(packet, number);
    if (nic == null) {
      outputs[packet.unitPort].giveBack(packet.kind.packetClass, machine.charge(packet));
    } else {
      nic.deliver(packet);
    }
  }

  /** No buffer holds more than its sender has been charged, and none more than fits. */
  void checkConservation() {
    for (final ExtollOutput output : outputs) {
      for (int queue = 0; output != null && queue < (output.farEnd == null ? 2 : 4); queue++) {
        final End end = output.farEnd;
        output.check(
            queue, end == null ? 0 : machine.node(end.node()).bufferedCells[end.port()][queue]);
      }
    }
    if (nic != null) {
      nic.checkConservation();
    }
    for (final ExtollUnitPort unit : units) {
      for (int packetClass = 0; packetClass < 2; packetClass++) {
        ReferenceCrossbarOutput.check(
            () -> "node " + number + ", input port " + unit.port,
            bufferedCells[unit.port][2 * packetClass],
            unit.chargeCells[packetClass],
            machine.parameters.unitCells);
      }
    }
  }

  /** Appends a line for each queue in which packets wait, and each thread; returns how many. */
  long describeWaiting(StringBuilder report) {
    if (nic != null) {
      nic.describe(report);
    }
    return Arrays.stream(outputs)
        .filter(Objects::nonNull)
        .mapToLong(output -> output.describeWaiting(report))
        .sum();
  }

  /** Whether nothing waits or is under way here and everything charged has been given back. */
  boolean isHome() {
    return arrivals.isEmpty()
        && Arrays.stream(outputs).filter(Objects::nonNull).allMatch(ExtollOutput::isHome)
        && Arrays.stream(bufferedCells).flatMapToInt(Arrays::stream).allMatch(cells -> cells == 0)
        && units.stream().allMatch(ExtollUnitPort::isHome)
        && (nic == null || nic.isHome());
  }
}
