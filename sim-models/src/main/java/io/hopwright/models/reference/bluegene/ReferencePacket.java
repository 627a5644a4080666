package io.hopwright.models.reference.bluegene;

/**
 * Packet at one place of its path. The direction in a dimension never changes; only its hint bit is
 * cleared. A packet on a link is a copy of the one in the FIFO.
 */
final class ReferencePacket implements Cloneable {
  static final int DYNAMIC = 0;
  static final int STATIC = 1;
  static final int HIGH_PRIORITY = 2;
  static final int BROADCAST = 3;

  static final int CHUNK_BYTES = 32;
  static final int TRAILER_BYTES = 4;
  static final long NEVER = -1;

  final int source;
  int sourceCore;
  int stream;

  /** Position s in its stream, from 0. */
  final long position;

  /** Sequence number q. */
  final long sequence;

  final int packetClass;

  /** Destination; for a broadcast the last node of the path. */
  final int destination;

  int destinationCore;
  final int chunks;
  final long birthTick;
  final int initialHintBits;

  /** Node where it enters the network: its source, or the intermediate of a second leg. */
  int origin;

  /** Remaining hint bits, bit d for output port d; at most one per dimension. */
  int hintBits;

  /** Remaining hops of a broadcast. */
  int hopCount;

  long firstByteTick = NEVER;
  int hops;

  /** Null if this is the packet that was generated. */
  ReferencePacket copyOf;

  /** A packet of stream 0, from the first core to the first core. */
  ReferencePacket(
      int source,
      long position,
      long sequence,
      int packetClass,
      int destination,
      int chunks,
      long birthTick,
      int hintBits) {
    this.source = source;
    this.position = position;
    this.sequence = sequence;
    this.packetClass = packetClass;
    this.destination = destination;
    this.chunks = chunks;
    this.birthTick = birthTick;
    initialHintBits = hintBits;
    this.hintBits = hintBits;
    origin = source;
  }

  /** The same packet for another place. */
  ReferencePacket copy() {
    try {
      final ReferencePacket copy = (ReferencePacket) clone();
      copy.copyOf = this;
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** The packet that was generated, of which this is it or a copy. */
  ReferencePacket born() {
    return copyOf == null ? this : copyOf.born();
  }

  int bytes() {
    return CHUNK_BYTES * chunks;
  }

  /** Returns the number of deliveries that remain: a broadcast leaves a copy at every node. */
  int deliveries() {
    return isBroadcast() ? hopCount : 1;
  }

  /** "On a link it takes S + 4 ticks". */
  int wireBytes() {
    return bytes() + TRAILER_BYTES;
  }

  boolean isHighPriority() {
    return packetClass == HIGH_PRIORITY;
  }

  boolean isBroadcast() {
    return packetClass == BROADCAST;
  }

  /**
   * Returns whether the packet is at its destination; a broadcast is there when it has no hops
   * left.
   */
  boolean isAtItsEnd(int node) {
    return isBroadcast() ? hopCount == 0 : node == destination;
  }
}
