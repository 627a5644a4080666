package io.hopwright.runner.execution;

import io.hopwright.runner.support.PublicApi;

/** Failure: a run was interrupted before its first window, so it has no measurements. */
@PublicApi
public final class NeverBegunException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception. */
  public NeverBegunException() {
    this("before anything was simulated");
  }

  /** Creates the exception for an interruption at {@code when}. */
  NeverBegunException(String when) {
    super("interrupted " + when);
  }
}
