package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.tofu.ReferenceTofuTopology.End;
import io.hopwright.models.reference.tofu.TofuLinkQuality.Frame;
import java.util.Map;

/**
 * An output of a router, to a link or to a TNI, with its queues, its arbiter and what it knows of
 * the buffer behind it: section "Router" of {@code docs/models/tofu.md}.
 */
final class TofuOutput extends ReferenceCrossbarOutput<TofuPacket> {
  final TofuNode node;
  final int port;

  /** Where the link ends; null of an output to a TNI. */
  final End farEnd;

  /** Null if no frame gets lost. */
  private TofuLinkQuality quality;

  /** With a queue for each VC of a link, or for each class to a TNI. */
  TofuOutput(TofuNode node, int port, End farEnd, int queues, int capacityUnits) {
    super("node " + node.number + ", port " + port, queues, capacityUnits);
    this.node = node;
    this.port = port;
    this.farEnd = farEnd;
  }

  @Override
  protected int size(TofuPacket packet) {
    return packet.units();
  }

  @Override
  protected long send(TofuPacket packet, int queue, long tick) {
    final ReferenceTofu machine = node.machine;
    final int ticks = machine.frameTicks(packet);
    final Frame frame =
        quality == null ? new Frame(tick, ticks) : quality.send(tick, packet.dataBytes());
    final long busyUntil = frame.beginTick() + frame.ticks();
    machine.wake(busyUntil);
    machine.onGrant(this, (int) (busyUntil - tick));
    node.leaves(packet, busyUntil);
    if (farEnd == null) {
      node.receive(packet, tick);
      return busyUntil;
    }
    packet.links++;
    packet.inputPort = farEnd.port();
    packet.inputVc = queue;
    final TofuNode there = machine.node(farEnd.node());
    // "arrives F₂ − F later, so that no link behind it runs dry"
    final long arrival = busyUntil - ticks + machine.parameters.hopTicks;
    machine.at(arrival, () -> there.arrivals.add(packet));
    return busyUntil;
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
}
