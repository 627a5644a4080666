package io.hopwright.runner.support;

import java.util.List;

/**
 * Failure: the user's input is wrong; each message is on a line of its own and names the remedy.
 */
@PublicApi
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<String> messages;

  /** Creates the exception for one error. */
  public InputException(String message) {
    this(List.of(message));
  }

  /** Creates the exception for one or more errors. */
  public InputException(List<String> messages) {
    super(String.join("\n", messages));
    this.messages = List.copyOf(messages);
  }

  /** Returns the errors, one line each. */
  public List<String> messages() {
    return messages;
  }
}
