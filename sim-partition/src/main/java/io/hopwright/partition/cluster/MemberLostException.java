package io.hopwright.partition.cluster;

/** Loss of another JVM, which has died, is frozen or cut off: the run cannot continue. */
public final class MemberLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception; {@code message} names the lost member. */
  public MemberLostException(String message) {
    super(message);
  }
}
