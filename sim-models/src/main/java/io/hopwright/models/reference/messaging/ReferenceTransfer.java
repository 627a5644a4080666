package io.hopwright.models.reference.messaging;

import java.util.Locale;

/** Transfer of a message (section "Transfers" of the page). */
public final class ReferenceTransfer {
  /** Kinds of transfers, in the order of the page. */
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
    GET(6),
    /** Writes into the memory of another rank. */
    PUT(7),
    /** Asks for what is in the memory of another rank. */
    READ(8),
    /** Changes a word there. */
    AMO(9),
    /** A PUT is in memory; where interfaces say it by transfers. */
    DONE(10),
    /** Data that READ or AMO requested, likewise. */
    VALUE(11);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /** Returns the position of the kind in the order of the page, from 0. */
    public int number() {
      return number;
    }

    boolean hasData() {
      return this == EAGER || this == DATA;
    }

    /** Returns whether it brings the envelope of a message. */
    boolean hasEnvelope() {
      return this == EAGER || this == RTS;
    }

    /** Returns whether the kind belongs to one-sided operations. */
    public boolean isOneSided() {
      return number >= PUT.number;
    }
  }

  final Kind kind;
  final ReferenceMessage message;
  final ReferenceRank from;
  final ReferenceRank to;
  private final long lengthBytes;

  /** Tick at which it was handed over to be posted, and the steps until then. */
  private long handedOverTick = -1;

  private ReferenceStep chain;
  private long postedTick;

  /** The GET that interfaces have answered by themselves. */
  private ReferenceTransfer fetch;

  /** Packets that have been delivered. */
  private long packetsDelivered;

  /** Whether all of it has been delivered, or the requested data. */
  boolean delivered;

  /** Whether the one-sided operation that it ends is globally complete. */
  boolean done;

  /** Records that the transfer is posted, or handed over to be posted later. */
  public void posted(long tick) {
    postedTick = tick;
    if (handedOverTick < 0) {
      handedOverTick = tick;
      chain = from.messaging.now;
    }
    if (kind == Kind.GET || kind == Kind.DATA || kind == Kind.ACK) {
      message.send.dataTick = tick;
    }
  }

  ReferenceTransfer(Kind kind, ReferenceMessage message, int headerBytes) {
    this.kind = kind;
    this.message = message;
    final boolean forward = kind.hasData() || kind == Kind.RTS || begins(kind);
    from = forward ? message.from : message.to;
    to = forward ? message.to : message.from;
    if (kind.isOneSided()) {
      lengthBytes = kind == Kind.READ && isWithinNode() ? message.bytes : dataBytes();
    } else {
      lengthBytes = headerBytes + dataBytes();
    }
  }

  /** Returns the steps until it has arrived in some way. */
  ReferenceStep chainTo(long tick) {
    final ReferenceStep waited =
        ReferenceStep.work(chain, from, "interface", handedOverTick, postedTick);
    return ReferenceStep.after(
        waited, from.rank, to.rank, kind.name().toLowerCase(Locale.ROOT), postedTick, tick);
  }

  /** It brings what another one asked for, which counts as having been posted when that was. */
  void follows(ReferenceTransfer asking) {
    fetch = asking;
  }

  /** Returns the steps until it has arrived, whichever side asked for it. */
  ReferenceStep arrivedAt(long tick) {
    return fetch == null ? chainTo(tick) : fetch.chainTo(tick);
  }

  private static boolean begins(Kind kind) {
    return kind == Kind.PUT || kind == Kind.READ || kind == Kind.AMO;
  }

  /** Returns {@code b} of the transfer's message. */
  public long messageBytes() {
    return message.bytes;
  }

  /** Returns its kind. */
  public Kind kind() {
    return kind;
  }

  /** Returns the source node. */
  public int sourceNode() {
    return from.node;
  }

  /** Returns the sender's slot. */
  public int sourceSlot() {
    return from.slot;
  }

  /** Returns the destination node. */
  public int destinationNode() {
    return to.node;
  }

  /** Returns the receiver's slot. */
  public int destinationSlot() {
    return to.slot;
  }

  /** Returns the number of its message among those of the sending rank. */
  public long messageNumber() {
    return message.number;
  }

  /** {@code l}. */
  public long lengthBytes() {
    return lengthBytes;
  }

  /**
   * Returns {@code b}, "with b = 0 for all but EAGER and DATA"; for one-sided operations the moved
   * bytes.
   */
  public long dataBytes() {
    final boolean moves =
        kind.hasData() || kind == Kind.PUT || kind == Kind.AMO || kind == Kind.VALUE;
    return moves ? message.bytes : 0;
  }

  /** Returns {@code max(1, ⌈l / P⌉)}. */
  public long packets(long payloadBytes) {
    return Math.max(1, (lengthBytes + payloadBytes - 1) / payloadBytes);
  }

  /** Returns the bytes of one of its packets; all but the last have P B. */
  public long packetBytes(long packet, long payloadBytes) {
    return Math.min(payloadBytes, lengthBytes - packet * payloadBytes);
  }

  /** Counts a packet; whether all of so many have been delivered. */
  boolean deliver(long packets) {
    packetsDelivered++;
    if (packetsDelivered > packets) {
      throw new IllegalStateException(this + " was delivered twice");
    }
    return packetsDelivered == packets;
  }

  /**
   * Returns whether it is complete, except that it may still be handled.
   *
   * @param get whether DATA are requested by GET, or no rank is left that waits until they leave
   */
  boolean isOver(boolean get) {
    if (kind.isOneSided()) {
      return done || message.send.isComplete();
    }
    return delivered && (kind != Kind.DATA || get || message.send.isComplete());
  }

  boolean isWithinNode() {
    return from.node == to.node;
  }

  @Override
  public String toString() {
    return kind + " of " + message;
  }
}
