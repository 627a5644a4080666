package io.hopwright.models.messaging.path;

/** Kind of a piece of work of a processor, or of another stretch of a rank's time, in its log. */
public enum PathWork {
  /** The operations compute and reduce, and calcs of streams. */
  COMPUTE("compute", PathShare.COMPUTE),
  /** Begins a message or a one-sided operation. */
  SEND("send", PathShare.SOFTWARE),
  /** Looks for the message of a receive. */
  RECEIVE("receive", PathShare.SOFTWARE),
  /** Sends a transfer that answers another one. */
  REPLY("reply", PathShare.SOFTWARE),
  /** Handles a transfer that has arrived. */
  ARRIVAL("arrival", PathShare.SOFTWARE),
  /** Joins a collective by hardware. */
  JOIN("join", PathShare.SOFTWARE),
  /** Work at the end of a wait. */
  WAIT_END("wait", PathShare.SOFTWARE),
  /** Waits for the bytes of an arrival on the ideal machine. */
  BYTES("bytes", PathShare.NETWORK),
  /** Waits for a side of the network interface that is busy. */
  INTERFACE("interface", PathShare.CONTENTION);

  @SuppressWarnings("ImmutableEnumChecker")
  private static final PathWork[] ALL = values();

  private final String word;
  private final PathShare share;

  PathWork(String word, PathShare share) {
    this.word = word;
    this.share = share;
  }

  static PathWork of(int place) {
    return ALL[place];
  }

  @SuppressWarnings("EnumOrdinal") // of logs, which one build writes and reads
  int place() {
    return ordinal();
  }

  /** Returns its name in results. */
  public String word() {
    return word;
  }

  /** Returns whether it belongs to an operation of the program. */
  boolean isOfOperation() {
    return switch (this) {
      case COMPUTE, SEND, RECEIVE, JOIN, WAIT_END -> true;
      case REPLY, ARRIVAL, BYTES, INTERFACE -> false;
    };
  }

  /** Returns whether it handles a message. */
  boolean isOfMessage() {
    return this == ARRIVAL || this == REPLY;
  }

  PathShare share() {
    return share;
  }
}
