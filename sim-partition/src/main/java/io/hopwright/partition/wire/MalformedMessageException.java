package io.hopwright.partition.wire;

/** Failure: a message from another JVM is malformed or comes out of turn. */
public final class MalformedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception; {@code message} names the sender and the error. */
  public MalformedMessageException(String message) {
    super(message);
  }
}
