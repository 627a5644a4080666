package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceCombining.Value;
import io.hopwright.models.reference.cascade.routing.ReferenceOperation;

/** Packet of "Collective engine": a word that moves up or down a tree. */
final class ReferenceCollectivePacket extends ReferenceNicPacket {
  final ReferenceTree tree;
  final Value value;

  ReferenceCollectivePacket(
      ReferenceTree tree, Value value, int requester, int target, long sequence, long birthTick) {
    super(
        requester,
        null,
        target,
        sequence,
        sequence,
        ReferenceOperation.COLLECTIVE,
        0,
        0,
        false,
        birthTick);
    this.tree = tree;
    this.value = value;
  }

  /** Returns whether it comes from a child. */
  boolean isUp() {
    return !tree.isRoot(requester) && tree.parent(requester) == target;
  }
}
