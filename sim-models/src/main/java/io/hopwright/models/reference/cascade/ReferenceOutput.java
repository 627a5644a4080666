package io.hopwright.models.reference.cascade;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** An output of an Aries, to a link or to a processor tile, with its queues and its arbiter. */
abstract class ReferenceOutput {
  final ReferenceAries aries;
  final int port;
  final List<Deque<ReferenceCascadePacket>> queues = new ArrayList<>();
  long busyUntil;

  /** Near-end load, the flits in the queues. */
  int queuedFlits;

  private int pointer;

  ReferenceOutput(ReferenceAries aries, int port, int queues) {
    this.aries = aries;
    this.port = port;
    for (int queue = 0; queue < queues; queue++) {
      this.queues.add(new ArrayDeque<>());
    }
  }

  /** "At most one grant per output and tick": the first in turn that can be sent. */
  void grant(long tick) {
    if (busyUntil > tick || queuedFlits == 0 || hasFailed(tick)) {
      return;
    }
    for (int i = 0; i < queues.size(); i++) {
      final int queue = (pointer + i) % queues.size();
      final ReferenceCascadePacket packet = queues.get(queue).peek();
      if (packet != null && hasRoom(packet)) {
        queues.get(queue).remove();
        queuedFlits -= packet.flits();
        pointer = (queue + 1) % queues.size();
        busyUntil = tick + occupy(packet);
        aries.leaves(packet, busyUntil);
        send(packet, tick);
        return;
      }
    }
  }

  /** Whether it grants nothing any more. */
  boolean hasFailed(long tick) {
    return tick >= aries.cascade.faults.outputFails(aries.number, port);
  }

  /** "All packets in their queues, VC by VC, each queue from its first, are discarded". */
  void discardAll() {
    for (final Deque<ReferenceCascadePacket> queue : queues) {
      queue.forEach(aries::discard);
      queue.clear();
    }
    queuedFlits = 0;
  }

  /** Queues up a packet that has just arrived. */
  void join(ReferenceCascadePacket packet) {
    queues.get(queue(packet)).add(packet);
    queuedFlits += packet.flits();
  }

  /** Whether nothing waits here and no credits are missing. */
  boolean isHome() {
    return queues.stream().allMatch(Deque::isEmpty) && queuedFlits == 0;
  }

  /** Flits that have been sent and not been given back. */
  long sentFlits() {
    return 0;
  }

  /** Appends a line for each queue in which packets wait; returns how many. */
  long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (int queue = 0; queue < queues.size(); queue++) {
      final int packets = queues.get(queue).size();
      if (packets > 0) {
        report.append("aries ").append(aries.number).append(", port ").append(port);
        report
            .append(", queue ")
            .append(queue)
            .append(": ")
            .append(packets)
            .append(" wait, first ");
        report.append(queues.get(queue).element()).append('\n');
      }
      waiting += packets;
    }
    return waiting;
  }

  abstract int queue(ReferenceCascadePacket packet);

  abstract boolean hasRoom(ReferenceCascadePacket packet);

  /** Returns how long a packet that is granted keeps the output busy. */
  abstract long occupy(ReferenceCascadePacket packet);

  abstract void send(ReferenceCascadePacket packet, long tick);
}
