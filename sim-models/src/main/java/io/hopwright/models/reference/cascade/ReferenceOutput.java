package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceCrossbarOutput;

/** An output of an Aries, to a link or to a processor tile, with its queues and its arbiter. */
abstract class ReferenceOutput extends ReferenceCrossbarOutput<ReferenceCascadePacket> {
  final ReferenceAries aries;
  final int port;

  ReferenceOutput(ReferenceAries aries, int port, int queues, int capacityFlits) {
    super("Aries " + aries.number + ", port " + port, queues, capacityFlits);
    this.aries = aries;
    this.port = port;
  }

  @Override
  protected final int size(ReferenceCascadePacket packet) {
    return packet.flits();
  }

  @Override
  public void grant(long tick) {
    if (!hasFailed(tick)) {
      super.grant(tick);
    }
  }

  /** Whether it grants nothing any more. */
  boolean hasFailed(long tick) {
    return tick >= aries.cascade.faults.outputFails(aries.number, port);
  }

  /** "All packets in their queues, VC by VC, each queue from its first, are discarded". */
  void discardAll() {
    takeAll().forEach(aries::discard);
  }

  /** Queues up a packet that has just arrived. */
  void join(ReferenceCascadePacket packet) {
    join(packet, queue(packet));
  }

  @Override
  protected final long send(ReferenceCascadePacket packet, int queue, long tick) {
    final long busyUntil = tick + occupy(packet);
    aries.leaves(packet, busyUntil);
    send(packet, tick, busyUntil);
    return busyUntil;
  }

  abstract int queue(ReferenceCascadePacket packet);

  /** Returns how long a packet that is granted keeps the output busy. */
  abstract long occupy(ReferenceCascadePacket packet);

  abstract void send(ReferenceCascadePacket packet, long tick, long busyUntil);
}
