package io.hopwright.models.reference.pcie;

/** Chunk of a message in the stages of a flow. */
final class PcieChunk {
  final PcieFlow flow;
  final long message;
  final int bytes;

  /** Whether it is the first, or the last, of its message. */
  final boolean first;

  final boolean last;

  /** Tick at which it has become available to the stream of its stage. */
  long availableTick;

  /** Stage that it is at, and bytes delivered there. */
  int stage;

  int delivered;

  PcieChunk(PcieFlow flow, long message, int bytes, boolean first, boolean last) {
    this.flow = flow;
    this.message = message;
    this.bytes = bytes;
    this.first = first;
    this.last = last;
  }
}
