package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.tofu.ReferenceTofuTopology.End;
import io.hopwright.models.reference.tofu.TofuLinkQuality.Frame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * An output of a router, to a link or to a TNI, with its queues, its arbiter and what it knows of
 * the buffer behind it: section "Router" of {@code docs/models/tofu.md}.
 */
final class TofuOutput {
  final TofuNode node;
  final int port;

  /** Where the link ends; null of an output to a TNI. */
  final End farEnd;

  /** One a VC of a link, one a class to a TNI, in order of arrival. */
  final List<Deque<TofuPacket>> queues = new ArrayList<>();

  /** Units behind the output, or on their way there, by queue. */
  final int[] chargeUnits;

  final int capacityUnits;
  long busyUntil;

  /** Packets in all queues. */
  int waiting;

  private int pointer;

  /** Null if no frame gets lost. */
  private TofuLinkQuality quality;

  TofuOutput(TofuNode node, int port, End farEnd, int queues, int capacityUnits) {
    this.node = node;
    this.port = port;
    this.farEnd = farEnd;
    this.capacityUnits = capacityUnits;
    chargeUnits = new int[queues];
    for (int queue = 0; queue < queues; queue++) {
      this.queues.add(new ArrayDeque<>());
    }
  }

  /** "An idle output asks its queues in turn, from its pointer on, round all of them". */
  void grant(long tick) {
    if (busyUntil > tick || waiting == 0) {
      return;
    }
    for (int i = 0; i < queues.size(); i++) {
      final int queue = (pointer + i) % queues.size();
      final TofuPacket packet = queues.get(queue).peek();
      if (packet != null && chargeUnits[queue] + packet.units() <= capacityUnits) {
        queues.get(queue).remove();
        waiting--;
        pointer = (queue + 1) % queues.size();
        chargeUnits[queue] += packet.units();
        send(packet, queue, tick);
        return;
      }
    }
  }

  private void send(TofuPacket packet, int queue, long tick) {
    final ReferenceTofu machine = node.machine;
    final int ticks = machine.frameTicks(packet);
    final Frame frame =
        quality == null ? new Frame(tick, ticks) : quality.send(tick, packet.dataBytes());
    busyUntil = frame.beginTick() + frame.ticks();
    machine.wake(busyUntil);
    machine.onGrant(this, (int) (busyUntil - tick));
    node.leaves(packet, busyUntil);
    if (farEnd == null) {
      node.receive(packet, tick);
      return;
    }
    packet.links++;
    packet.inputPort = farEnd.port();
    packet.inputVc = queue;
    final TofuNode there = machine.node(farEnd.node());
    // "arrives F₂ − F later, so that no link behind it runs dry"
    final long arrival = busyUntil - ticks + machine.parameters.hopTicks;
    machine.at(arrival, () -> there.arrivals.add(packet));
  }

  /** Has frames over this link get lost. */
  void lose(TofuLinkQuality lossy) {
    quality = lossy;
  }

  /** Adds what happened to frames to sums by name. */
  void addQuality(Map<String, Long> sums) {
    if (quality != null) {
      quality.addTo(sums);
    }
  }

  /** Queues up a packet that has just arrived. */
  void join(TofuPacket packet) {
    queues.get(packet.queue()).add(packet);
    waiting++;
  }

  /** Credits, or room, come back. */
  void giveBack(int queue, int units) {
    chargeUnits[queue] -= units;
  }

  /** Whether nothing waits here and nothing is behind it. */
  boolean isHome() {
    return waiting == 0 && Arrays.stream(chargeUnits).allMatch(units -> units == 0);
  }

  /** Appends a line for each queue in which packets wait; returns how many. */
  long describeWaiting(StringBuilder report) {
    for (int queue = 0; queue < queues.size(); queue++) {
      final int packets = queues.get(queue).size();
      if (packets > 0) {
        report.append(
            String.format(
                "node %d, port %d, queue %d: %d wait, first %s%n",
                node.number, port, queue, packets, queues.get(queue).element()));
      }
    }
    return waiting;
  }
}
