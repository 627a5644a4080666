package io.hopwright.partition.cluster;

/** Failure of another JVM, which has reported why it cannot continue. */
public final class MemberFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int member;
  private final String reason;
  private final int exitCode;

  /**
   * Creates the exception.
   *
   * @param member number of the failed member
   * @param name name of the member in messages
   * @param reason reason that it has reported
   */
  MemberFailedException(int member, String name, String reason, int exitCode) {
    super(name + ": " + reason);
    this.member = member;
    this.reason = reason;
    this.exitCode = exitCode;
  }

  /** Returns the number of the member. */
  int member() {
    return member;
  }

  /** Returns the reason that the member has reported. */
  String reason() {
    return reason;
  }

  /** Returns the exit code for the failure. */
  public int exitCode() {
    return exitCode;
  }
}
