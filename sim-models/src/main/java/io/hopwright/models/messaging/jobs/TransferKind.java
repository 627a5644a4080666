package io.hopwright.models.messaging.jobs;

import io.hopwright.models.program.Primitive;

/** Kinds of transfers, in the order in which transfers of one tick are processed. */
public enum TransferKind {
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
  GET(6),
  /** Writes data into a rank's memory. */
  PUT(7),
  /** Asks for data of a rank's memory. */
  READ(8),
  /** Changes a word of a rank's memory. */
  AMO(9),
  /** The data of a PUT are in memory. */
  DONE(10),
  /** Data requested by a READ or an AMO. */
  VALUE(11);

  /** Lowest number of the kinds that belong to one-sided operations. */
  static final int FIRST_ONE_SIDED = 7;

  /** All, to look up by number. */
  @SuppressWarnings("ImmutableEnumChecker")
  private static final TransferKind[] ALL = values();

  private final int number;

  TransferKind(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  public static TransferKind of(int number) {
    return ALL[number];
  }

  /** Returns whether it delivers a message that must match a receive. */
  public boolean hasEnvelope() {
    return this == EAGER || this == RTS;
  }

  /** Returns whether it delivers the data of its message, or of its operation. */
  public boolean hasData() {
    return this == EAGER || this == DATA || this == PUT || this == AMO || this == VALUE;
  }

  /** Returns whether it belongs to a one-sided operation, and not to a message. */
  public boolean isOneSided() {
    return number >= FIRST_ONE_SIDED;
  }

  /** Returns the kind of transfer with which an operation begins. */
  public static TransferKind of(Primitive primitive) {
    return switch (primitive) {
      case PUT -> PUT;
      case GET -> READ;
      case AMO -> AMO;
    };
  }

  /** Returns the operation that begins with this transfer, or null. */
  public Primitive primitive() {
    return switch (this) {
      case PUT -> Primitive.PUT;
      case READ -> Primitive.GET;
      case AMO -> Primitive.AMO;
      default -> null;
    };
  }
}
