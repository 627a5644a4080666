package io.hopwright.models.reference.bluegene;

import static io.hopwright.models.reference.bluegene.ReferencePacket.NEVER;

import io.hopwright.models.reference.bluegene.ReferenceTorusLink.TokenAck;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;

/**
 * Section "Link errors" of {@code docs/models/bluegene-l.md} for one link: the retransmission FIFO
 * of its sender, and the number that its receiver expects.
 */
final class ReferenceRecovery {
  private static final int LARGEST_PACKET_BYTES = 256;
  private static final int TOKEN_ACK_FIFO_BYTES = 8;

  /** Names of results among the counts: "Statistics". */
  static final List<String> COUNTED =
      List.of(
          "transmissions",
          "retransmissions",
          "acksSent",
          "ackOnlyPackets",
          "timeOuts",
          "packetsDamaged",
          "packetsDiscarded",
          "acksDamaged",
          "packetsDropped");

  /** Packet or token-ack as sent over the link, in the retransmission FIFO. */
  static final class Numbered {
    final long number;

    /** Null for a token-ack, as {@code ack} is for a packet. */
    final ReferencePacket packet;

    final int vc;
    final TokenAck ack;

    /** Tick at which the transmission started last. */
    long startTick;

    /** Validity that the packet carries in its trailer. */
    boolean valid = true;

    private Numbered(long number, ReferencePacket packet, int vc, TokenAck ack) {
      this.number = number;
      this.packet = packet;
      this.vc = vc;
      this.ack = ack;
    }

    private int fifoBytes() {
      return packet == null ? TOKEN_ACK_FIFO_BYTES : packet.bytes();
    }

    /** Returns the tokens of one VC that it was charged, or that it brings back. */
    int tokens(ReferenceVcs vcs, int ofVc) {
      if (packet != null) {
        return vc == ofVc ? vcs.charge(packet, vc) : 0;
      }
      return ack.vc() == ofVc ? ack.chunks() : 0;
    }
  }

  /** Transmission on the link: a numbered packet or, with null, an ack-only packet. */
  static final class Transmission {
    final Numbered numbered;
    final long startTick;
    final int wireBytes;
    final boolean damaged;
    final long acknowledgement;

    /** The received packet, if it has the expected number. */
    ReferencePacket takenIn;

    private Transmission(
        Numbered numbered, long startTick, int wireBytes, boolean damaged, long acknowledgement) {
      this.numbered = numbered;
      this.startTick = startTick;
      this.wireBytes = wireBytes;
      this.damaged = damaged;
      this.acknowledgement = acknowledgement;
    }

    boolean isPacket() {
      return numbered != null && numbered.packet != null;
    }
  }

  private final ReferenceTorus torus;
  private final ReferenceConfig config;
  private final int link;

  final ArrayDeque<Transmission> onLink = new ArrayDeque<>();

  /** The retransmission FIFO. */
  final ArrayDeque<Numbered> fifo = new ArrayDeque<>();

  /** Null if there is nothing to resend. */
  private Numbered nextToResend;

  private long nextNumber;
  private long transmissions;

  /** "Receiver p expects number e". */
  long expected;

  /** Since when the receiver has owed an acknowledgement, or NEVER while it owes none. */
  private long owedSinceTick = NEVER;

  private boolean hadGoodBytes;

  /** The recovery of the link the other way. */
  ReferenceRecovery reverse;

  ReferenceRecovery(ReferenceTorus torus, int node, int port) {
    this.torus = torus;
    config = torus.config;
    link = 6 * node + port;
  }

  // ---------------------------------------------------------------------------------- sender

  private boolean hasRoom(int bytes) {
    final int taken = fifo.stream().mapToInt(Numbered::fifoBytes).sum();
    return taken + bytes <= config.retransmissionBytes;
  }

  /** Returns whether the FIFO accepts packets: 256 bytes are free, and no packet must be resent. */
  boolean takesPackets() {
    return nextToResend == null && hasRoom(LARGEST_PACKET_BYTES);
  }

  /** Starts the first transmission of a packet, which goes on the link. */
  Numbered startPacket(long tick, ReferencePacket packet, int vc) {
    fifo.add(new Numbered(nextNumber++, packet, vc, null));
    start(tick, fifo.getLast());
    return fifo.getLast();
  }

  /**
   * Performs phase 2, step 1: starts the first existing one of several transmissions.
   *
   * @return the bytes that it takes, 0 if there is none
   */
  int startWhatIsNotArbitrated(long tick, ArrayDeque<TokenAck> ackQueue) {
    if (nextToResend != null) {
      final Numbered resent = nextToResend;
      nextToResend = after(resent);
      torus.add("retransmissions", resent.packet == null ? 0 : 1);
      return start(tick, resent);
    }
    if (!ackQueue.isEmpty() && hasRoom(TOKEN_ACK_FIFO_BYTES)) {
      fifo.add(new Numbered(nextNumber++, null, -1, ackQueue.remove()));
      return start(tick, fifo.getLast());
    }
    if (isAckOnlyDue(tick)) {
      torus.add("ackOnlyPackets", 1);
      return start(tick, null);
    }
    return 0;
  }

  private boolean isAckOnlyDue(long tick) {
    final long since = reverse.owedSinceTick;
    return since != NEVER && tick >= since + config.ackDelayTicks;
  }

  private Numbered after(Numbered numbered) {
    final Iterator<Numbered> rest = fifo.iterator();
    while (rest.next() != numbered) {
      // "one after the other"
    }
    return rest.hasNext() ? rest.next() : null;
  }

  /** Something, or with null an ack-only packet, starts on the link; returns its bytes. */
  private int start(long tick, Numbered numbered) {
    final boolean packet = numbered != null && numbered.packet != null;
    final int wireBytes = packet ? numbered.packet.wireBytes() : config.tokenAckBytes;
    final boolean damaged =
        torus.draws.damages(link, transmissions++, 8 * wireBytes, config.bitErrorRate);
    onLink.add(new Transmission(numbered, tick, wireBytes, damaged, reverse.expected));
    reverse.owedSinceTick = NEVER;
    if (numbered != null) {
      numbered.startTick = tick;
    }
    torus.add("transmissions", packet ? 1 : 0);
    torus.add("acksSent", packet ? 0 : 1);
    return wireBytes;
  }

  /** "Goes back", if the first of the FIFO started last so many ticks before. */
  void timeOut(long tick) {
    final Numbered first = fifo.peek();
    if (first != null && first.startTick == tick - config.timeoutTicks && first != nextToResend) {
      nextToResend = first;
      torus.add("timeOuts", 1);
    }
  }

  private void acknowledge(long below) {
    fifo.removeIf(numbered -> numbered.number < below);
    if (nextToResend != null && nextToResend.number < below) {
      nextToResend = fifo.peek();
    }
  }

  // -------------------------------------------------------------------------------- receiver

  /** Returns the packet whose header is complete in this tick, or null; some are discarded. */
  Transmission headerComplete(long tick) {
    for (final Transmission transmission : onLink) {
      if (transmission.isPacket() && transmission.startTick + config.hopTicks == tick) {
        return transmission;
      }
    }
    return null;
  }

  boolean isExpected(Transmission transmission) {
    return transmission.numbered.number == expected;
  }

  /**
   * "Has its verdict at t + F + L": what it means to both ends of the link, but for tokens and
   * packets.
   *
   * @return the transmission whose verdict it is; null if there is none, or nothing else to do
   */
  Transmission verdict(long tick) {
    final Transmission first = onLink.peek();
    if (first == null || first.startTick + config.flightTicks() + first.wireBytes != tick) {
      return null;
    }
    onLink.remove();
    final boolean inOrder = first.numbered != null && isExpected(first);
    if (first.isPacket()) {
      torus.add("packetsDamaged", first.damaged ? 1 : 0);
      torus.add("packetsDiscarded", inOrder ? 0 : 1);
    } else {
      torus.add("acksDamaged", first.damaged ? 1 : 0);
    }
    if (first.damaged) {
      return inOrder && first.isPacket() ? first : null;
    }
    reverse.acknowledge(first.acknowledgement);
    if (first.numbered != null && first.numbered.number <= expected && owedSinceTick == NEVER) {
      owedSinceTick = tick;
    }
    if (!inOrder) {
      return null;
    }
    expected++;
    if (first.isPacket() && first.numbered.valid) {
      torus.add("goodBytes", first.numbered.packet.bytes());
      torus.add("linksWithGoodBytes", torus.measures(tick) && !hadGoodBytes ? 1 : 0);
      hadGoodBytes |= torus.measures(tick);
    }
    return first;
  }

  /** Returns whether the receiver has accepted what has this number, with a good verdict. */
  boolean isBeyond(Numbered numbered) {
    return numbered.number < expected;
  }

  /** Returns whether nothing will ever happen here. */
  boolean isAsleep() {
    return onLink.isEmpty() && fifo.isEmpty() && owedSinceTick == NEVER;
  }
}
