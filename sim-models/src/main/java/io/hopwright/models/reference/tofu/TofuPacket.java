package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceCrossbarPacket;
import io.hopwright.models.reference.tofu.TofuGate.Signal;
import io.hopwright.models.reference.tofu.TofuRoutes.Step;
import java.util.List;

/** A packet: section "Packets and frames" of {@code docs/models/tofu.md}. */
final class TofuPacket extends ReferenceCrossbarPacket {
  static final int ARMW_BYTES = 16;
  static final int ARMW_RESULT_BYTES = 8;
  static final int SIGNAL_BYTES = 64;

  /** What it is, with its class. */
  enum Kind {
    PUT(0),
    GET(0),
    GET_DATA(1),
    ARMW(0),
    ARMW_RESULT(1),
    ACK(1),
    SIGNAL(0);

    final int packetClass;

    Kind(int packetClass) {
      this.packetClass = packetClass;
    }

    /** What an operation asks with. */
    static Kind of(TofuParameters.Operation operation) {
      return switch (operation) {
        case PUT -> PUT;
        case GET -> GET;
        case ARMW -> ARMW;
      };
    }
  }

  final Kind kind;
  final int requester;
  final int target;

  /** Sequence number {@code q} at its requester. */
  final long sequence;

  /** Stream of its requester that the request is of. */
  final int stream;

  /** TNI that sends the request and takes in its answer. */
  final int requesterTni;

  /** TNI that takes in the request and sends its answer. */
  final int targetTni;

  /** Path coordinates. */
  final List<Integer> path;

  /** Bytes that the request moves. */
  final int movedBytes;

  /** Whether the request will be answered. */
  final boolean answered;

  /** Birth of the message, and issue of its packet of class 0. */
  final long birthTick;

  final long issueTick;

  /** What it tells, null unless it is a signal. */
  final Signal signal;

  /** Links from its source to its destination. */
  final List<Step> way;

  /** The request that it answers; itself if it is one. */
  TofuPacket question = this;

  private TofuPacket(
      Kind kind,
      int requester,
      int target,
      long sequence,
      int stream,
      int requesterTni,
      int targetTni,
      List<Integer> path,
      int movedBytes,
      boolean answered,
      long birthTick,
      long issueTick,
      Signal signal,
      ReferenceTofu machine) {
    this.kind = kind;
    this.requester = requester;
    this.target = target;
    this.sequence = sequence;
    this.stream = stream;
    this.requesterTni = requesterTni;
    this.targetTni = targetTni;
    this.path = path;
    this.movedBytes = movedBytes;
    this.answered = answered;
    this.birthTick = birthTick;
    this.issueTick = issueTick;
    this.signal = signal;
    way = machine.way(source(), destination(), path);
  }

  /** A packet of class 0 that is issued now. */
  static TofuPacket request(
      ReferenceTofu machine,
      Kind kind,
      TofuStream stream,
      int target,
      int targetTni,
      long sequence,
      List<Integer> path,
      int movedBytes,
      boolean answered,
      long birthTick) {
    return new TofuPacket(
        kind,
        stream.node,
        target,
        sequence,
        stream.number,
        stream.tni.number,
        targetTni,
        path,
        movedBytes,
        answered,
        birthTick,
        machine.now(),
        null,
        machine);
  }

  /** A signal of a barrier, which belongs to no message. */
  static TofuPacket signal(ReferenceTofu machine, Signal signal) {
    return new TofuPacket(
        Kind.SIGNAL,
        signal.from().node,
        signal.to().node,
        0,
        0,
        signal.from().tni,
        signal.to().tni,
        machine.signalPath(signal),
        SIGNAL_BYTES,
        false,
        machine.now(),
        machine.now(),
        signal,
        machine);
  }

  /** Its answer, on the same path. */
  TofuPacket answer(ReferenceTofu machine) {
    final Kind answer =
        switch (kind) {
          case PUT -> Kind.ACK;
          case GET -> Kind.GET_DATA;
          case ARMW -> Kind.ARMW_RESULT;
          default -> throw new IllegalStateException(this + " is answered");
        };
    final TofuPacket packet =
        new TofuPacket(
            answer,
            requester,
            target,
            sequence,
            stream,
            requesterTni,
            targetTni,
            path,
            movedBytes,
            false,
            birthTick,
            issueTick,
            null,
            machine);
    packet.question = this;
    return packet;
  }

  boolean isRequest() {
    return kind.packetClass == 0;
  }

  /** "Its source is the requester if it is of class 0, else the target". */
  int source() {
    return isRequest() ? requester : target;
  }

  int destination() {
    return isRequest() ? target : requester;
  }

  int sourceTni() {
    return isRequest() ? requesterTni : targetTni;
  }

  int destinationTni() {
    return isRequest() ? targetTni : requesterTni;
  }

  /** {@code d}. */
  int dataBytes() {
    return switch (kind) {
      case PUT, GET_DATA, SIGNAL -> movedBytes;
      case GET, ACK -> 0;
      case ARMW -> ARMW_BYTES;
      case ARMW_RESULT -> ARMW_RESULT_BYTES;
    };
  }

  /** {@code u}. */
  int units() {
    return TofuParameters.units(dataBytes());
  }

  /** "The delivery of a PUT, of GET data or of an ARMW result". */
  boolean completes() {
    return kind == Kind.PUT || kind == Kind.GET_DATA || kind == Kind.ARMW_RESULT;
  }

  /** The output that it takes at the router where it is. */
  int output() {
    return links() < way.size()
        ? way.get(links()).port()
        : ReferenceTofuTopology.FIRST_TNI + destinationTni();
  }

  /** Its queue there: VC {@code 2·class + v} of a link, class at a TNI. */
  int queue() {
    return links() < way.size() ? 2 * kind.packetClass + way.get(links()).v() : kind.packetClass;
  }

  @Override
  public String toString() {
    return kind + " " + requester + "→" + target + " #" + sequence;
  }
}
