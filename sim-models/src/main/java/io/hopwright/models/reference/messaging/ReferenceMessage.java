package io.hopwright.models.reference.messaging;

/** Message of one send. */
final class ReferenceMessage {
  private static final long NEVER = -1;

  final ReferenceRank from;
  final ReferenceRank to;

  /** "The number of messages that its rank began to send before". */
  final long number;

  /** Number of earlier messages of its pair. */
  final long numberInPair;

  final int context;
  final int tag;
  final long bytes;
  final boolean synchronous;
  final boolean eager;

  /**
   * Request of the sending rank; that of a one-sided operation is complete once the operation is so
   * globally.
   */
  final ReferenceRequest send;

  /** Request of a blocking put, complete once it is so locally; else null. */
  ReferenceRequest local;

  /** Receive with which the message has been matched. */
  ReferenceRequest receive;

  /** Tick at which EAGER or RTS was posted. */
  private long postedTick = NEVER;

  /** Steps until then. */
  private ReferenceStep chain;

  /** Whether all of EAGER has been delivered. */
  boolean complete;

  ReferenceMessage(
      ReferenceRequest send,
      ReferenceRank to,
      long number,
      long numberInPair,
      boolean synchronous,
      boolean eager) {
    this.send = send;
    this.to = to;
    this.number = number;
    this.numberInPair = numberInPair;
    from = send.rank;
    context = send.envelope.context();
    tag = send.envelope.tag();
    bytes = send.envelope.bytes();
    this.synchronous = synchronous;
    this.eager = eager;
  }

  void posted(long tick) {
    if (postedTick != NEVER) {
      throw new IllegalStateException(this + " is posted twice");
    }
    postedTick = tick;
    chain = from.messaging.now;
  }

  /** Returns the steps until the one-sided operation of this message was globally complete. */
  ReferenceStep doneAt(String word, long tick) {
    return ReferenceStep.after(chain, from.rank, to.rank, word, postedTick, tick);
  }

  /**
   * Records the tick in which FIN was posted; data posted more than 2³¹ − 1 ticks before count as
   * posted then.
   */
  void finPosted(long tick) {
    send.dataTick = Math.max(send.dataTick, tick - Integer.MAX_VALUE);
  }

  long postedTick() {
    return postedTick;
  }

  @Override
  public String toString() {
    return "message " + number + " of " + bytes + " B, " + from + " to " + to;
  }
}
