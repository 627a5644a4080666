package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.ReferenceCrossbarPacket;

/** Packet and its position. Confined to the thread of its machine. */
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

  /** Chunk that it moves, or of which it requests a part. */
  final PcieChunk chunk;

  /** Read of a request and of its completions. */
  final PcieRead read;

  /** Content of a signal; null for other packets. */
  final PcieSignal signal;

  PciePacket(
      int packetClass,
      int source,
      int destination,
      long number,
      int dataBytes,
      PcieChunk chunk,
      PcieRead read) {
    this(packetClass, source, destination, number, dataBytes, chunk, read, null);
  }

  /** "A write with p = 8 B". */
  PciePacket(int source, long number, PcieSignal signal) {
    this(WRITE, source, signal.target(), number, PcieSignal.BYTES, null, null, signal);
  }

  private PciePacket(
      int packetClass,
      int source,
      int destination,
      long number,
      int dataBytes,
      PcieChunk chunk,
      PcieRead read,
      PcieSignal signal) {
    this.packetClass = packetClass;
    this.source = source;
    this.destination = destination;
    this.number = number;
    this.dataBytes = dataBytes;
    this.chunk = chunk;
    this.read = read;
    this.signal = signal;
  }

  /** Data that it moves: "read requests and signals move 0 B". */
  int movedBytes() {
    return signal == null ? dataBytes : 0;
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
