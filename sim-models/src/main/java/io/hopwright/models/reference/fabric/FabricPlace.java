package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.ReferenceRouter;
import java.util.List;

/** Router of a fabric with its nodes, whatever its switch. */
interface FabricPlace extends ReferenceRouter {
  /** Returns its nodes, ascending. */
  List<FabricNode> nodes();

  /** Returns whether a node can issue a packet into a VC of the buffer of its port. */
  boolean hasRoom(int port, int vc, int size);

  /** Charges a VC of the buffer of a node port with a packet, which arrives there later. */
  void issue(FabricPacket packet, int port, int vc, long arrivalTick);

  /** Phase 2 of a tick. */
  void act();
}
