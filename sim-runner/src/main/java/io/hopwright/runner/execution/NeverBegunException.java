package io.hopwright.runner.execution;

/** A run was interrupted before its first window: it has measured nothing. */
public final class NeverBegunException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception. */
  public NeverBegunException() {
    super("interrupted before anything was simulated");
  }
}
