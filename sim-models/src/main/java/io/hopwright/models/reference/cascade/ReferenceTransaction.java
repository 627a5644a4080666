package io.hopwright.models.reference.cascade;

/** Transaction (section "Transactions" of {@code docs/models/aries-nic.md}). */
final class ReferenceTransaction {
  final ReferenceAriesRank rank;

  /** Birth of its first operation. */
  final long birthTick;

  /** Whether it no longer needs an opening. */
  private boolean opened;

  private long issued;
  private long answered;
  private boolean closed;
  private boolean failed;

  /** Number and target of its last operation, and the issue of the last packet of that. */
  private long lastMessage;

  private int lastTarget;
  private long localTick;

  ReferenceTransaction(ReferenceAriesRank rank, long birthTick, boolean launched) {
    this.rank = rank;
    this.birthTick = birthTick;
    opened = launched;
  }

  boolean isOpened() {
    return opened;
  }

  void open() {
    opened = true;
  }

  void issued() {
    issued++;
  }

  /** One of its requests has timed out. */
  void fail() {
    failed = true;
  }

  boolean hasFailed() {
    return failed;
  }

  void answered() {
    answered++;
    if (answered > issued) {
      throw new IllegalStateException("node " + rank.nic.node + ": an answer to nothing");
    }
  }

  /** Closes the transaction when the last packet of its last operation has been issued. */
  void close(long message, int target, long tick) {
    closed = true;
    lastMessage = message;
    lastTarget = target;
    localTick = tick;
  }

  boolean isGloballyComplete() {
    return closed && answered == issued;
  }

  long lastMessage() {
    return lastMessage;
  }

  int lastTarget() {
    return lastTarget;
  }

  long localTick() {
    return localTick;
  }
}
