package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceCrossbarPacket;

/** Packet and its position. Confined to the thread of its machine. */
final class ExtollPacket extends ReferenceCrossbarPacket {
  /** Kinds of packets, by the numbers of the page. */
  enum Kind {
    VELO(0, 0),
    PUT(1, 0),
    GET_REQUEST(2, 0),
    GET_RESPONSE(3, 1),
    WRITE(4, 0),
    REGISTER_REQUEST(5, 0),
    REGISTER_RESPONSE(6, 1),
    STORE(7, 0),
    LOAD_REQUEST(8, 0),
    LOAD_RESPONSE(9, 1);

    final int number;
    final int packetClass;

    Kind(int number, int packetClass) {
      this.number = number;
      this.packetClass = packetClass;
    }

    static Kind responseTo(Kind request) {
      return switch (request) {
        case GET_REQUEST -> GET_RESPONSE;
        case REGISTER_REQUEST -> REGISTER_RESPONSE;
        case LOAD_REQUEST -> LOAD_RESPONSE;
        default -> throw new IllegalArgumentException(request + " is not answered");
      };
    }
  }

  final Kind kind;
  final int source;
  final int destination;

  /** Port of the unit that it is from, and of the one that it is for. */
  final int unitPort;

  /** Number of the packet in the digest. */
  long number;

  final int dataBytes;

  /** Message of the packet; null for packets that units make for links only. */
  final ExtollMessage message;

  /** Bytes that a request asks for. */
  int wantedBytes;

  /** Whether the data are at the NIC. */
  boolean whole = true;

  /** Whether it is the last one of its message. */
  boolean last;

  /** Target register of a packet of kind 4 or 5; null if the target is memory. */
  ExtollOperation.Register register;

  /** Value that a request writes to a register. */
  long value;

  boolean interrupt;

  /** Vector of an interrupt. */
  int vector;

  /** Address that the origin's processor accesses with a store or load. */
  long address;

  /** Makes the thread of a load continue when the data are there. */
  Runnable there;

  /** Request that a response answers. */
  ExtollPacket request;

  final long birthTick;
  long issueTick;

  ExtollPacket(
      Kind kind,
      int source,
      int destination,
      int unitPort,
      int dataBytes,
      long birthTick,
      ExtollMessage message) {
    this.kind = kind;
    this.source = source;
    this.destination = destination;
    this.unitPort = unitPort;
    this.dataBytes = dataBytes;
    this.birthTick = birthTick;
    this.message = message;
  }

  /** "Its data, but 0 of the requests of get, register read and load". */
  int movedBytes() {
    return switch (kind) {
      case GET_REQUEST, REGISTER_REQUEST, LOAD_REQUEST -> 0;
      default -> dataBytes;
    };
  }

  int cells() {
    return ExtollParameters.cells(dataBytes);
  }

  @Override
  public String toString() {
    return kind + " " + source + "→" + destination + " #" + number;
  }
}
