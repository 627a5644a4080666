package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceCrossbarPacket;
import io.hopwright.models.reference.tofu.TofuGate.Signal;
import io.hopwright.models.reference.tofu.TofuRoutes.Step;
import java.util.List;

/** A packet (section "Packets and frames" of {@code docs/models/tofu.md}). */
final class TofuPacket extends ReferenceCrossbarPacket {
  static final int ARMW_BYTES = 16;
  static final int ARMW_RESULT_BYTES = 8;
  static final int SIGNAL_BYTES = 64;

  /** Kind and class of a value. */
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

    /** Returns the kind of an operation's first packet. */
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

  /** TNI that sends the request and receives its answer. */
  final int requesterTni;

  /** TNI that accepts the request and sends its answer. */
  final int targetTni;

  /** Path coordinates. */
  final List<Integer> path;

  /** Bytes that the request moves. */
  final int movedBytes;

  /** Links from its source to its destination. */
  final List<Step> way;

  /** Sequence number {@code q} at its requester. */
  long sequence;

  /** Stream of its requester that the request is of. */
  int stream;

  /** Whether the request will be answered. */
  boolean answered;

  /** Birth of the message, and issue of its packet of class 0. */
  long birthTick;

  long issueTick;

  /** Signal that it carries; null for other packets. */
  Signal signal;

  /** The request that it answers; itself if it is one. */
  TofuPacket question = this;

  private TofuPacket(
      ReferenceTofu machine,
      Kind kind,
      int requester,
      int requesterTni,
      int target,
      int targetTni,
      List<Integer> path,
      int movedBytes) {
    this.kind = kind;
    this.requester = requester;
    this.requesterTni = requesterTni;
    this.target = target;
    this.targetTni = targetTni;
    this.path = path;
    this.movedBytes = movedBytes;
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
    final int tni = stream.tni.number;
    final TofuPacket packet =
        new TofuPacket(machine, kind, stream.node, tni, target, targetTni, path, movedBytes);
    packet.sequence = sequence;
    packet.stream = stream.number;
    packet.answered = answered;
    packet.birthTick = birthTick;
    packet.issueTick = machine.now();
    return packet;
  }

  /** A signal of a barrier, which belongs to no message. */
  static TofuPacket signal(ReferenceTofu machine, Signal signal) {
    final TofuGate from = signal.from();
    final TofuGate to = signal.to();
    final List<Integer> path = machine.signalPath(signal);
    final TofuPacket packet =
        new TofuPacket(
            machine, Kind.SIGNAL, from.node, from.tni, to.node, to.tni, path, SIGNAL_BYTES);
    packet.signal = signal;
    return packet;
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
            machine, answer, requester, requesterTni, target, targetTni, path, movedBytes);
    packet.question = this;
    packet.sequence = sequence;
    packet.stream = stream;
    packet.birthTick = birthTick;
    packet.issueTick = issueTick;
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
