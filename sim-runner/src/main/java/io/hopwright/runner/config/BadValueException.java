package io.hopwright.runner.config;

/**
 * Failure: a value that its parameter does not allow; the message gives the reason and the allowed
 * values.
 */
final class BadValueException extends Exception {
  private static final long serialVersionUID = 1;

  BadValueException(String message) {
    super(message);
  }
}
