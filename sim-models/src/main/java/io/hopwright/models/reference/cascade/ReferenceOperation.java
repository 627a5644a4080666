package io.hopwright.models.reference.cascade;

/** "workload.operation" of {@code docs/models/aries-nic.md}. */
enum ReferenceOperation {
  PUT,
  SCATTER,
  GET,
  AMO,
  FETCH_AMO;

  /** Whether it writes to the memory of the target. */
  boolean isPut() {
    return this == PUT || this == SCATTER;
  }

  /** Whether the atomic unit does it. */
  boolean isAtomic() {
    return this == AMO || this == FETCH_AMO;
  }

  /** Whether its response has data. */
  boolean fetches() {
    return this == GET || this == FETCH_AMO;
  }

  /** Flits of a request about so many bytes. */
  int requestFlits(int bytes) {
    return switch (this) {
      case PUT, SCATTER -> ReferenceCascadePacket.ceilDiv(20 + bytes, 3);
      case GET -> 6;
      case AMO, FETCH_AMO -> 10;
    };
  }

  /** Flits of the response to it. */
  int responseFlits(int bytes) {
    return switch (this) {
      case PUT, SCATTER, AMO -> 3;
      case GET -> ReferenceCascadePacket.ceilDiv(8 + bytes, 3);
      case FETCH_AMO -> 6;
    };
  }
}
