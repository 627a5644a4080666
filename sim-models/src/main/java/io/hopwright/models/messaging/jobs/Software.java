package io.hopwright.models.messaging.jobs;

/**
 * Costs and protocol of the software on a machine's nodes: {@code docs/models/messaging.md}. Times
 * in ticks, rates in ticks per KiB.
 *
 * @param sendTicks processor time of a send
 * @param recvTicks processor time of a receive
 * @param byteTicks processor time of the bytes sent or received
 * @param copyTicks time of copied bytes
 * @param localTicks time of a message within a node
 * @param localByteTicks time of the bytes of such a message
 * @param reduceTicks time of reduced bytes
 * @param eagerBytes largest message sent eagerly
 * @param headerBytes header of each transfer
 * @param matchTicks time of each message or receive inspected in matching
 * @param progress progress model for arrivals
 * @param get whether rendezvous data are fetched by the receiver
 * @param postTicks processor time to begin a one-sided operation
 * @param mailboxBytes payload of the packets that carry eager messages into mailboxes; 0 if the
 *     library has no mailboxes
 */
public record Software(
    long sendTicks,
    long recvTicks,
    long byteTicks,
    long copyTicks,
    long localTicks,
    long localByteTicks,
    long reduceTicks,
    long eagerBytes,
    int headerBytes,
    long matchTicks,
    ProgressKind progress,
    boolean get,
    long postTicks,
    int mailboxBytes) {
  private static final int KIB = 1024;

  /** Returns this software with mailboxes that packets of the given payload fill; 0 for none. */
  public Software withMailboxes(int payloadBytes) {
    return new Software(
        sendTicks,
        recvTicks,
        byteTicks,
        copyTicks,
        localTicks,
        localByteTicks,
        reduceTicks,
        eagerBytes,
        headerBytes,
        matchTicks,
        progress,
        get,
        postTicks,
        payloadBytes);
  }

  /** Returns the ticks of bytes, the first of which is free, at a rate in ticks per KiB. */
  public static long ticks(long bytes, long rate) {
    return atRate(Math.max(bytes - 1, 0), rate);
  }

  /** Returns the ticks of bytes at a rate in ticks per KiB, rounded up. */
  public static long atRate(long bytes, long rate) {
    return Math.addExact(Math.multiplyExact(bytes, rate), KIB - 1) / KIB;
  }

  /** Returns whether eager messages from other nodes arrive in mailboxes. */
  public boolean hasMailboxes() {
    return mailboxBytes > 0;
  }

  /** Returns the ticks of a processor to copy an eager message out of its mailbox. */
  public long emptying(long bytes) {
    final long besideEnvelope = Math.max(mailboxBytes - headerBytes, 0);
    return hasMailboxes() ? atRate(Math.max(bytes - besideEnvelope, 0), copyTicks) : 0;
  }

  public long sending(long bytes) {
    return sendTicks + ticks(bytes, byteTicks);
  }

  /** Returns the ticks of a processor to begin a one-sided operation with the given bytes. */
  public long posting(long bytes) {
    return postTicks + ticks(bytes, byteTicks);
  }

  /**
   * Returns the ticks of a processor to post a transfer; 0 if an interface does it, as in LogGOPS.
   *
   * @param first of {@link MessageWords}
   */
  public long overheadTicks(long first) {
    return switch (TransferKind.of(MessageWords.kind(first))) {
      case EAGER, RTS, CTS, ACK, FIN, GET -> sendTicks;
      case DATA -> get ? 0 : sendTicks;
      case PUT, READ, AMO -> postTicks;
      case DONE, VALUE -> 0;
    };
  }

  public long length(TransferKind kind, long bytes) {
    return (kind.isOneSided() ? 0 : headerBytes) + data(kind, bytes);
  }

  public long data(TransferKind kind, long bytes) {
    return kind.hasData() ? bytes : 0;
  }
}
