package io.hopwright.models.reference.bluegene;

/**
 * A packet as it is at one place of its way; the direction in a dimension never changes, only its
 * hint bit is cleared. What goes on a link is a copy of what stays in the FIFO.
 */
final class ReferencePacket {
  static final int DYNAMIC = 0;
  static final int STATIC = 1;
  static final int HIGH_PRIORITY = 2;
  static final int BROADCAST = 3;

  static final int CHUNK_BYTES = 32;
  static final int TRAILER_BYTES = 4;
  static final long NEVER = -1;

  final int source;
  final int sourceCore;
  final int stream;

  /** Position s in its stream, from 0. */
  final long position;

  /** Sequence number q. */
  final long sequence;

  final int packetClass;

  /** For a broadcast the last node of the way. */
  final int destination;

  final int destinationCore;
  final int chunks;
  final long birthTick;
  final int initialHintBits;

  /** Where it enters the network: its source, or the intermediate of a second leg. */
  final int origin;

  /** Remaining hint bits, bit d for output port d; at most one per dimension. */
  int hintBits;

  /** Remaining hops of a broadcast. */
  int hopCount;

  long firstByteTick = NEVER;
  int hops;

  /** Null if this is the packet that was born. */
  final ReferencePacket copyOf;

  ReferencePacket(
      int source,
      int sourceCore,
      int stream,
      long position,
      long sequence,
      int packetClass,
      int destination,
      int destinationCore,
      int chunks,
      long birthTick,
      int hintBits,
      int hopCount,
      int origin) {
    this.source = source;
    this.sourceCore = sourceCore;
    this.stream = stream;
    this.position = position;
    this.sequence = sequence;
    this.packetClass = packetClass;
    this.destination = destination;
    this.destinationCore = destinationCore;
    this.chunks = chunks;
    this.birthTick = birthTick;
    initialHintBits = hintBits;
    this.hintBits = hintBits;
    this.hopCount = hopCount;
    this.origin = origin;
    copyOf = null;
  }

  private ReferencePacket(ReferencePacket other) {
    source = other.source;
    sourceCore = other.sourceCore;
    stream = other.stream;
    position = other.position;
    sequence = other.sequence;
    packetClass = other.packetClass;
    destination = other.destination;
    destinationCore = other.destinationCore;
    chunks = other.chunks;
    birthTick = other.birthTick;
    initialHintBits = other.initialHintBits;
    origin = other.origin;
    hintBits = other.hintBits;
    hopCount = other.hopCount;
    firstByteTick = other.firstByteTick;
    hops = other.hops;
    copyOf = other;
  }

  /** The same packet for another place. */
  ReferencePacket copy() {
    return new ReferencePacket(this);
  }

  /** The packet that was born, of which this is it or a copy. */
  ReferencePacket born() {
    return copyOf == null ? this : copyOf.born();
  }

  int bytes() {
    return CHUNK_BYTES * chunks;
  }

  /** How many deliveries it is from where it is: a broadcast leaves a copy at every node. */
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

  /** "At its destination (broadcast: with no hop count left)". */
  boolean isAtItsEnd(int node) {
    return isBroadcast() ? hopCount == 0 : node == destination;
  }
}
