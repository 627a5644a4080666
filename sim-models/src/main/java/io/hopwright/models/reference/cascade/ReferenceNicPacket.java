package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceOperation;

/** A packet of the Aries NIC (section "Operations" of {@code docs/models/aries-nic.md}). */
class ReferenceNicPacket extends ReferenceCascadePacket {
  /** Of the response to a request that is refused, or blocked. */
  private static final int REFUSAL_FLITS = 3;

  final ReferenceOperation operation;

  /** {@code d}: what it writes or asks for; 8 of an atomic. */
  final int bytes;

  /** Address of the first byte in the array of the target. */
  final long address;

  /** Null if it belongs to none. */
  final ReferenceTransaction transaction;

  /** Number of its operation's message, {@code m}. */
  final long message;

  /** Whether it is the request of its operation's last packet. */
  final boolean last;

  /**
   * Whether it belongs to a Send without a buffer, comes from another domain, or answers such a
   * request.
   */
  private boolean refused;

  /** A request. */
  ReferenceNicPacket(
      int requester,
      ReferenceTransaction transaction,
      int target,
      long sequence,
      long message,
      ReferenceOperation operation,
      int bytes,
      long address,
      boolean last,
      long birthTick) {
    super(
        requester,
        target,
        sequence,
        REQUEST,
        operation.fetches() ? 0 : bytes,
        operation.requestFlits(bytes),
        birthTick);
    this.transaction = transaction;
    this.message = message;
    this.operation = operation;
    this.bytes = bytes;
    this.address = address;
    this.last = last;
  }

  /** The response to a request. */
  ReferenceNicPacket(ReferenceNicPacket request, long createdTick) {
    super(
        request.requester,
        request.target,
        request.sequence,
        RESPONSE,
        request.operation.fetches() && !request.refused ? request.bytes : 0,
        request.refused ? REFUSAL_FLITS : request.operation.responseFlits(request.bytes),
        createdTick);
    transaction = request.transaction;
    message = request.message;
    operation = request.operation;
    bytes = request.bytes;
    address = request.address;
    last = false;
    question = request;
    refused = request.refused;
  }

  void refuse() {
    refused = true;
  }

  boolean isRefused() {
    return refused;
  }

  /** Returns whether its response takes the way out of the host. */
  boolean isAnsweredByHost() {
    return (operation.isPut() || operation.isGet()) && !refused;
  }

  @Override
  public int deliveredBytes() {
    return refused ? 0 : dataBytes;
  }

  /** Returns the request that is completed: "the tick in which its work is done". */
  @Override
  public ReferenceCascadePacket done() {
    final boolean byResponse = operation.fetches() && !refused;
    return byResponse == isRequest() ? null : question;
  }

  /** Returns the bytes that "count as injected when the request is issued". */
  @Override
  public int injectedBytes() {
    return isRequest() ? bytes : 0;
  }

  @Override
  public boolean isAbout(int ofMessage) {
    return bytes == ofMessage;
  }

  /** Returns whether it is of a collective. */
  boolean isOfCollective() {
    return operation == ReferenceOperation.COLLECTIVE;
  }

  /** Returns whether it asks for a read that its response brings. */
  boolean isGetRequest() {
    return isRequest() && operation.isGet();
  }
}
