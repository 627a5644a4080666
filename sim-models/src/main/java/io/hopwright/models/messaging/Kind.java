package io.hopwright.models.messaging;

/** What a transfer is, in the order in which those of one tick count. */
enum Kind {
  /** A message with its data. */
  EAGER(0),
  /** Request to send: a message without its data. */
  RTS(1),
  /** Clear to send: its data may come. */
  CTS(2),
  /** The data of a message that was announced. */
  DATA(3),
  /** The receive of a synchronous message has matched. */
  ACK(4),
  /** The data that were fetched are there. */
  FIN(5),
  /** Fetches the data of a message, answered by the network interface. */
  GET(6);

  /** All, to look up by number. */
  @SuppressWarnings("ImmutableEnumChecker")
  private static final Kind[] ALL = values();

  private final int number;

  Kind(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static Kind of(int number) {
    return ALL[number];
  }

  /** Returns whether it brings a message that is to match. */
  boolean hasEnvelope() {
    return this == EAGER || this == RTS;
  }

  /** Returns whether it brings the data of its message. */
  boolean hasData() {
    return this == EAGER || this == DATA;
  }
}
