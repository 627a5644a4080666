package io.hopwright.models.cascade.network;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Routing modes of packets, where packets have different modes ({@code
 * docs/models/cascade-faults.md}, "Routing modes"). Immutable; safe for any thread.
 *
 * @param turns modes used in turn, message by message; null if they belong to nodes
 * @param stride difference between the numbers of the first requests of two consecutive messages
 * @param ofNode modes by requester, null if they are used in turn
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
record PacketModes(RoutingMode[] turns, int stride, RoutingMode[] ofNode) {
  /** Returns modes of which message {@code m} has number {@code m mod turns.size()}. */
  static PacketModes inTurn(List<RoutingMode> turns, int stride) {
    return new PacketModes(turns.toArray(RoutingMode[]::new), stride, null);
  }

  /** Returns modes by requester; null for nodes that request nothing. */
  static PacketModes ofNodes(RoutingMode... modes) {
    return new PacketModes(null, 1, modes.clone());
  }

  /** Returns the mode of a request or its response. */
  RoutingMode of(long id) {
    return turns == null
        ? ofNode[CascadePacketId.requester(id)]
        : turns[(int) (CascadePacketId.sequence(id) / stride % turns.length)];
  }

  /** Returns all that there are. */
  Stream<RoutingMode> all() {
    return turns == null
        ? Arrays.stream(ofNode).filter(mode -> mode != null).distinct()
        : Arrays.stream(turns);
  }
}
