package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceCrossbarOutput;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;

/** Output of an Aries, to a link or to a processor tile, with its queues and its arbiter. */
abstract class ReferenceOutput extends ReferenceCrossbarOutput<ReferenceCascadePacket> {
  final ReferenceAries aries;

  ReferenceOutput(ReferenceAries aries, int port, End farEnd, int queues, int capacityFlits) {
    super(
        aries,
        port,
        farEnd,
        ReferenceCascade.KINDS.get(ReferenceCascade.kind(port)),
        queues,
        capacityFlits);
    this.aries = aries;
  }

  @Override
  public void grant(long tick) {
    if (!hasFailed(tick)) {
      super.grant(tick);
    }
  }

  /** Returns whether it grants nothing any more. */
  boolean hasFailed(long tick) {
    return tick >= aries.cascade.faults.outputFails(aries.number, port());
  }

  /** Discards all packets in their queues, VC by VC, each queue from its first packet. */
  void discardAll() {
    takeAll().forEach(aries::discard);
  }

  /** The queue that a packet which has just arrived joins. */
  abstract int queue(ReferenceCascadePacket packet);
}
