package io.hopwright.models.reference.extoll;

/** A packet, and where it is. Confined to the thread of its machine. */
final class ExtollPacket {
  /** What a packet is, by the numbers of the page. */
  enum Kind {
    VELO(0, 0),
    PUT(1, 0),
    GET_REQUEST(2, 0),
    GET_RESPONSE(3, 1),
    REGISTER_WRITE(4, 0),
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
  }

  final Kind kind;
  final int source;
  final int destination;

  /** Port of the unit that it is from, and of the one that it is for. */
  final int unitPort;

  /** Number of the packet in the digest. */
  final long number;

  final int dataBytes;
  final long birthTick;
  long issueTick;

  /** Where it is, or is going to be. */
  int inputPort;

  int inputVc;

  /** Links taken. */
  int links;

  ExtollPacket(
      Kind kind,
      int source,
      int destination,
      int unitPort,
      long number,
      int dataBytes,
      long birthTick) {
    this.kind = kind;
    this.source = source;
    this.destination = destination;
    this.unitPort = unitPort;
    this.number = number;
    this.dataBytes = dataBytes;
    this.birthTick = birthTick;
  }

  int cells() {
    return ExtollParameters.cells(dataBytes);
  }

  @Override
  public String toString() {
    return kind + " " + source + "→" + destination + " #" + number;
  }
}
