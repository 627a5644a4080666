package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Primitive;
import java.util.Locale;

/** Send, receive or join that a rank has begun; it exists until the rank has waited for it. */
final class ReferenceRequest {
  private static final long NEVER = -1;

  final ReferenceRank rank;

  /** Number in the program; {@link Operation#BLOCKING} if the rank waits at once. */
  final int number;

  /** {@code n} of its operation. */
  final long operation;

  final boolean sends;

  /** Whether it is of a put, get or amo. */
  final boolean oneSided;

  /** Whether it is of a collective by hardware. */
  final boolean joins;

  final ReferenceEnvelope envelope;

  private final int line;

  /** Kind of transfer with which a one-sided operation begins; else null. */
  final String word;

  /** Message with which a receive has been matched. */
  ReferenceMessage message;

  /** Whether the message with which it was matched had arrived before. */
  boolean unexpected;

  /** Tick at which a send posted DATA, the GET that fetches them, or ACK; 0 if it posted none. */
  long dataTick;

  private long completeTick = NEVER;

  /** Steps until then. */
  ReferenceStep chain;

  ReferenceRequest(ReferenceRank rank, long operation, Operation what, long bytes) {
    this.rank = rank;
    this.operation = operation;
    number = what.request();
    sends = what.kind() != Operation.Kind.RECEIVE;
    oneSided = what.kind() == Operation.Kind.ONE_SIDED;
    joins = what.kind() == Operation.Kind.JOIN;
    envelope = new ReferenceEnvelope(what.context(), what.peer(), what.tag(), bytes);
    line = what.line();
    word = oneSided ? word(what.primitive()) : null;
  }

  private static String word(Primitive primitive) {
    return primitive == Primitive.GET ? "read" : primitive.name().toLowerCase(Locale.ROOT);
  }

  boolean isOfCollective() {
    return envelope.context() == Operation.COLLECTIVES;
  }

  boolean isComplete() {
    return completeTick != NEVER;
  }

  long completeTick() {
    return completeTick;
  }

  void complete(long tick) {
    if (isComplete()) {
      throw new IllegalStateException(this + " of " + rank + " is complete twice");
    }
    completeTick = tick;
    chain = rank.messaging.now;
  }

  @Override
  public String toString() {
    if (joins) {
      return "line " + line + ": join";
    }
    return "line "
        + line
        + (oneSided ? ": one-sided, of " : sends ? ": send of " : ": receive of ")
        + any(envelope.bytes())
        + (sends ? " B to " : " B from ")
        + any(envelope.source())
        + " tag "
        + any(envelope.tag());
  }

  private static String any(long number) {
    return number == Operation.ANY ? "any" : String.valueOf(number);
  }
}
