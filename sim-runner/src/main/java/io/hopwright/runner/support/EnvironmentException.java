package io.hopwright.runner.support;

/**
 * Failure of the environment: a full disk, a lost directory, a dead process. The run can be
 * repeated.
 */
@PublicApi
public final class EnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception; {@code message} has the cause and a remedy. */
  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
