package io.hopwright.models.reference.pcie;

/** Read request from its issue until it is completely answered. */
final class PcieRead {
  final PcieStream stream;
  final int bytes;

  /** Bytes that no completion has been issued for, and that none has brought. */
  int toAnswer;

  int toBring;

  PcieRead(PcieStream stream, int bytes) {
    this.stream = stream;
    this.bytes = bytes;
    toAnswer = bytes;
    toBring = bytes;
  }
}
