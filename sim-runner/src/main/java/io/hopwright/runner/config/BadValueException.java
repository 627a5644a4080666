package io.hopwright.runner.config;

/** A value that its parameter does not allow; the message says why and what is allowed. */
final class BadValueException extends Exception {
  private static final long serialVersionUID = 1;

  BadValueException(String message) {
    super(message);
  }
}
