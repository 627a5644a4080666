package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceCrossbarRouter;
import io.hopwright.models.reference.extoll.ExtollTables.Step;
import java.util.ArrayList;
import java.util.List;

/** A node: its router and its units. Confined to the thread of its machine. */
final class ExtollNode extends ReferenceCrossbarRouter<ExtollPacket, ExtollOutput> {
  final ReferenceExtoll machine;
  final int number;
  final List<ExtollUnitPort> units = new ArrayList<>();

  /** Null if there are links only. */
  final ExtollNic nic;

  ExtollNode(ReferenceExtoll machine, int number) {
    super(
        machine,
        "node " + number,
        ReferenceExtollTopology.ALL_PORTS,
        4,
        machine.parameters.unitCells,
        machine.parameters.creditTicks);
    this.machine = machine;
    this.number = number;
    for (int port = 0; port < ReferenceExtollTopology.FIRST_UNIT; port++) {
      final End farEnd = machine.topology.farEnd(number, port);
      if (farEnd != null) {
        add(new ExtollOutput(this, port, farEnd));
      }
    }
    for (int port = ReferenceExtollTopology.FIRST_UNIT;
        port < ReferenceExtollTopology.ALL_PORTS;
        port++) {
      add(new ExtollOutput(this, port, null));
      units.add(new ExtollUnitPort(this, port));
    }
    nic = machine.parameters.linkOnly ? null : new ExtollNic(this);
  }

  ExtollUnitPort unit(int port) {
    return units.get(port - ReferenceExtollTopology.FIRST_UNIT);
  }

  @Override
  protected int size(ExtollPacket packet) {
    return machine.charge(packet);
  }

  /**
   * Performs phase 2: router arrivals in order of input port; grants; then the actions of units.
   */
  void act() {
    passOn(machine.now());
    if (nic != null) {
      nic.act();
    }
  }

  /** Performs the issues of units, which follow grants. */
  void issue() {
    units.forEach(unit -> unit.issue(machine.now()));
  }

  @Override
  protected void route(ExtollPacket packet) {
    final int packetClass = packet.kind.packetClass;
    if (packet.destination == number) {
      join(packet, packet.unitPort, packetClass);
      return;
    }
    if (packet.links() >= machine.topology.mostLinks()) {
      throw new IllegalStateException(
          String.format("node %d, tick %d: no way on for %s", number, machine.now(), packet));
    }
    final Step step = machine.tables.step(number, packet.inputPort(), packet.destination);
    final int d = step.dateline().after(packet.inputVc() % 2);
    join(packet, step.output(), 2 * packetClass + d);
  }

  /** A packet is whole in its unit, which accepts at once whatever comes over links only. */
  void deliver(ExtollPacket packet) {
    machine.onDelivery(packet, number);
    if (nic == null) {
      giveBack(packet);
    } else {
      nic.deliver(packet);
    }
  }

  /** A packet leaves the buffer of its unit. */
  void giveBack(ExtollPacket packet) {
    output(packet.unitPort).giveBack(packet.kind.packetClass, machine.charge(packet));
  }

  @Override
  public void checkConservation() {
    super.checkConservation();
    if (nic != null) {
      nic.checkConservation();
    }
  }

  /** Appends the waits of the node; each waiting thread has its own line. */
  @Override
  public long describeWaiting(StringBuilder report) {
    if (nic != null) {
      nic.describe(report);
    }
    return super.describeWaiting(report);
  }

  @Override
  public boolean isHome() {
    return super.isHome()
        && units.stream().allMatch(ExtollUnitPort::isEmpty)
        && (nic == null || nic.isHome());
  }
}
