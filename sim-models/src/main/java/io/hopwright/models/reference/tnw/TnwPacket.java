package io.hopwright.models.reference.tnw;

/** Packet of 128 B of a message. Confined to the thread of its machine. */
final class TnwPacket {
  final TnwMessage message;

  /** {@code q}. */
  final long number;

  /** Whether its notify belongs to a message. */
  final boolean last;

  /** Lines that are not at the NWP yet. */
  int linesMissing;

  /** Tick at which it took its slot, −1 before. */
  long slotTick = -1;

  /** Tick at which it joined its txFifo. */
  long joinTick;

  TnwPacket(TnwMessage message, int index, int lines) {
    this.message = message;
    number = message.firstNumber() + index;
    last = index == message.packets() - 1;
    linesMissing = lines;
  }
}
