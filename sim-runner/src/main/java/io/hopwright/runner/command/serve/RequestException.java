package io.hopwright.runner.command.serve;

/** Refusal of a line that is not a valid request. */
final class RequestException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Id of the request as far as it could be read; null if not. */
  private final transient Object id;

  RequestException(Object id, String message) {
    super(message);
    this.id = id;
  }

  Object id() {
    return id;
  }
}
