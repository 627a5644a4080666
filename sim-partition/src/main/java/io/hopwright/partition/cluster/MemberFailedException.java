package io.hopwright.partition.cluster;

/** Another JVM of the run has told why it cannot go on. */
public final class MemberFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  MemberFailedException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Returns the exit code that goes with the failure. */
  public int exitCode() {
    return exitCode;
  }
}
