package io.hopwright.partition.cluster;

/** A JVM of the run has died, is frozen or cut off: the run cannot go on. */
public final class MemberLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception; {@code message} says who was lost. */
  public MemberLostException(String message) {
    super(message);
  }
}
