package io.hopwright.models.reference.cascade;

/** A packet of the Aries NIC: "Operations" of {@code docs/models/aries-nic.md}. */
final class ReferenceNicPacket extends ReferenceCascadePacket {
  final ReferenceOperation operation;

  /** {@code d}: what it writes or asks for; 8 of an atomic. */
  final int bytes;

  /** Of the first byte, in the array of the target. */
  final long address;

  final ReferenceTransaction transaction;

  /** Number of its operation's message, {@code m}. */
  final long message;

  /** Whether it is the request of its operation's last packet. */
  final boolean last;

  /** What it answers; null if it is a request. */
  final ReferenceNicPacket request;

  /** A request. */
  ReferenceNicPacket(
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
        transaction.node(),
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
    request = null;
  }

  /** The response to a request. */
  ReferenceNicPacket(ReferenceNicPacket request, long createdTick) {
    super(
        request.requester,
        request.target,
        request.sequence,
        RESPONSE,
        request.operation.fetches() ? request.bytes : 0,
        request.operation.responseFlits(request.bytes),
        createdTick);
    transaction = request.transaction;
    message = request.message;
    operation = request.operation;
    bytes = request.bytes;
    address = request.address;
    last = false;
    this.request = request;
  }

  /** "The tick in which its work is done". */
  @Override
  ReferenceCascadePacket done() {
    if (operation.fetches()) {
      return request;
    }
    return isRequest() ? this : null;
  }

  /** "They count as injected when the request is issued". */
  @Override
  int injectedBytes() {
    return isRequest() ? bytes : 0;
  }

  @Override
  boolean isAbout(int ofMessage) {
    return bytes == ofMessage;
  }

  /** Whether it asks for a read that its response brings. */
  boolean isGetRequest() {
    return isRequest() && operation.isGet();
  }
}
