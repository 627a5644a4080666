package io.hopwright.models.reference.cascade.routing;

/** Values of "workload.operation" of {@code docs/models/aries-nic.md}. */
public enum ReferenceOperation {
  PUT,
  SCATTER,
  GET,
  AMO,
  FETCH_AMO,
  BTE_PUT,
  BTE_GET,
  BTE_SEND,

  /** A word on its way up or down a tree, which no workload asks for. */
  COLLECTIVE;

  /** Returns whether it writes to the memory of the target. */
  public boolean isPut() {
    return this == PUT || this == SCATTER || this == BTE_PUT || this == BTE_SEND;
  }

  /** Returns whether it reads from the memory of the target. */
  public boolean isGet() {
    return this == GET || this == BTE_GET;
  }

  /** Returns whether the block transfer engine performs it. */
  public boolean isOfEngine() {
    return this == BTE_PUT || this == BTE_GET || this == BTE_SEND;
  }

  /** Returns whether the atomic unit performs it. */
  public boolean isAtomic() {
    return this == AMO || this == FETCH_AMO;
  }

  /** Returns whether its response has data. */
  public boolean fetches() {
    return isGet() || this == FETCH_AMO;
  }

  /** Returns the flits of a request with the given bytes. */
  public int requestFlits(int bytes) {
    return switch (this) {
      case PUT, SCATTER, BTE_PUT, BTE_SEND -> ReferenceCascadePacket.ceilDiv(20 + bytes, 3);
      case GET, BTE_GET -> 6;
      case AMO, FETCH_AMO -> 10;
      case COLLECTIVE -> 12;
    };
  }

  /** Returns the flits of the response to such a request. */
  public int responseFlits(int bytes) {
    return switch (this) {
      case PUT, SCATTER, BTE_PUT, BTE_SEND, AMO, COLLECTIVE -> 3;
      case GET, BTE_GET -> ReferenceCascadePacket.ceilDiv(8 + bytes, 3);
      case FETCH_AMO -> 6;
    };
  }
}
