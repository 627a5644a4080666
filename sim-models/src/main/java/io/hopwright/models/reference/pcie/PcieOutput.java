package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.pcie.ReferencePcieTopology.End;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** An output of an element, its queues, its arbiter and its credits: "Elements as switches". */
final class PcieOutput {
  static final int VCS = 6;

  private final PcieElement element;
  final int port;

  /** Where the link ends; null of a local port. */
  final End farEnd;

  final List<Deque<PciePacket>> queues = new ArrayList<>();

  /** Words behind the link, or on their way there, by VC. */
  final long[] chargeWords = new long[VCS];

  final int capacityWords;
  private long busyUntil;
  private int pointer;

  PcieOutput(PcieElement element, int port, End farEnd) {
    this.element = element;
    this.port = port;
    this.farEnd = farEnd;
    final int usual = element.machine.parameters.bufferWords;
    capacityWords =
        port == ReferencePcieTopology.QPI ? element.machine.rules.qpiWords(usual) : usual;
    for (int vc = 0; vc < VCS; vc++) {
      queues.add(new ArrayDeque<>());
    }
  }

  void grant(long tick) {
    if (busyUntil > tick) {
      return;
    }
    for (int i = 0; i < VCS; i++) {
      final int vc = (pointer + i) % VCS;
      final PciePacket packet = queues.get(vc).peek();
      if (packet != null && (farEnd == null || chargeWords[vc] + packet.words() <= capacityWords)) {
        queues.get(vc).remove();
        pointer = (vc + 1) % VCS;
        send(packet, vc, tick);
        return;
      }
    }
  }

  private void send(PciePacket packet, int vc, long tick) {
    final ReferencePcie machine = element.machine;
    final long busy = machine.edges.busyTicks(element.number, port, packet);
    busyUntil = tick + busy;
    machine.wake(busyUntil);
    machine.onGrant(port, busy);
    element.leaves(packet, busyUntil);
    if (farEnd == null) {
      machine.at(busyUntil, () -> element.engine.deliver(packet));
      return;
    }
    packet.links++;
    chargeWords[vc] += packet.words();
    final PcieElement there = machine.element(farEnd.element());
    machine.at(
        tick + machine.edges.hopTicks(port) + (machine.rules.cutsThrough() ? 0 : busy),
        () -> {
          packet.inputPort = farEnd.port();
          packet.inputVc = vc;
          there.arrivals.add(packet);
        });
  }

  void giveBack(int vc, int words) {
    chargeWords[vc] -= words;
  }

  boolean isHome() {
    return queues.stream().allMatch(Deque::isEmpty)
        && Arrays.stream(chargeWords).allMatch(words -> words == 0);
  }

  /** Appends a line for each queue in which packets wait; returns how many. */
  long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (int vc = 0; vc < VCS; vc++) {
      final int packets = queues.get(vc).size();
      waiting += packets;
      if (packets > 0) {
        report.append(
            String.format(
                "element %d, port %d, VC %d: %d wait, first %s%n",
                element.number, port, vc, packets, queues.get(vc).element()));
      }
    }
    return waiting;
  }
}
