package io.hopwright.models.reference.messaging;

/** One of the transfers that a message is made of: section "Transfers" of the page. */
public final class ReferenceTransfer {
  /** What a transfer says, in the order of the page. */
  public enum Kind {
    /** A message as a whole. */
    EAGER(0),
    /** Request to send. */
    RTS(1),
    /** Clear to send. */
    CTS(2),
    /** The bytes of a message that was asked for. */
    DATA(3),
    /** A synchronous send has been matched. */
    ACK(4),
    /** The bytes have been fetched. */
    FIN(5),
    /** Asks for the bytes. */
    GET(6);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /** Returns its place in the order of the page, from 0. */
    public int number() {
      return number;
    }

    boolean hasData() {
      return this == EAGER || this == DATA;
    }

    /** Whether it brings the envelope of a message. */
    boolean hasEnvelope() {
      return this == EAGER || this == RTS;
    }
  }

  final Kind kind;
  final ReferenceMessage message;
  final ReferenceRank from;
  final ReferenceRank to;
  private final long lengthBytes;

  /** Packets that have been delivered. */
  private long packetsDelivered;

  ReferenceTransfer(Kind kind, ReferenceMessage message, int headerBytes) {
    this.kind = kind;
    this.message = message;
    final boolean forward = kind.hasData() || kind == Kind.RTS;
    from = forward ? message.from : message.to;
    to = forward ? message.to : message.from;
    lengthBytes = headerBytes + dataBytes();
  }

  /** Returns what it says. */
  public Kind kind() {
    return kind;
  }

  /** Returns the node it comes from. */
  public int sourceNode() {
    return from.node;
  }

  /** Returns the slot it comes from. */
  public int sourceSlot() {
    return from.slot;
  }

  /** Returns the node it goes to. */
  public int destinationNode() {
    return to.node;
  }

  /** Returns the slot it goes to. */
  public int destinationSlot() {
    return to.slot;
  }

  /** Returns the number of its message among those of the rank that sends it. */
  public long messageNumber() {
    return message.number;
  }

  /** {@code l}. */
  public long lengthBytes() {
    return lengthBytes;
  }

  /** {@code b}, "with b = 0 for all but EAGER and DATA". */
  public long dataBytes() {
    return kind.hasData() ? message.bytes : 0;
  }

  /** Returns {@code max(1, ⌈l / P⌉)}. */
  public long packets(long payloadBytes) {
    return Math.max(1, (lengthBytes + payloadBytes - 1) / payloadBytes);
  }

  /** Returns the bytes of one of its packets: "all but the last with P B". */
  public long packetBytes(long packet, long payloadBytes) {
    return Math.min(payloadBytes, lengthBytes - packet * payloadBytes);
  }

  /** Books a packet; whether all of so many have been delivered. */
  boolean deliver(long packets) {
    packetsDelivered++;
    if (packetsDelivered > packets) {
      throw new IllegalStateException(this + " was delivered twice");
    }
    return packetsDelivered == packets;
  }

  boolean isWithinNode() {
    return from.node == to.node;
  }

  @Override
  public String toString() {
    return kind + " of " + message;
  }
}
