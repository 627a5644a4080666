package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.ReferenceCrossbarPacket;

/** A packet, and where it is. Confined to the thread of its machine. */
final class PciePacket extends ReferenceCrossbarPacket {
  static final int WRITE = 0;
  static final int REQUEST = 1;
  static final int COMPLETION = 2;

  final int packetClass;
  final int source;
  final int destination;

  /** Among those that its source issues, of its class. */
  final long number;

  /** {@code p}. */
  final int dataBytes;

  /** Which chunk it moves, or asks for a part of. */
  final PcieChunk chunk;

  /** Of a request and its completions. */
  final PcieRead read;

  PciePacket(
      int packetClass,
      int source,
      int destination,
      long number,
      int dataBytes,
      PcieChunk chunk,
      PcieRead read) {
    this.packetClass = packetClass;
    this.source = source;
    this.destination = destination;
    this.number = number;
    this.dataBytes = dataBytes;
    this.chunk = chunk;
    this.read = read;
  }

  /** {@code b}. */
  int edgeBytes() {
    return dataBytes + (packetClass == COMPLETION ? 20 : 24);
  }

  /** {@code c = max(1, ⌈p/4⌉)}. */
  int words() {
    return words(dataBytes);
  }

  static int words(int dataBytes) {
    return Math.max(1, (dataBytes + 3) / 4);
  }

  @Override
  public String toString() {
    return "packet " + number + " of class " + packetClass + ", " + source + "→" + destination;
  }
}
