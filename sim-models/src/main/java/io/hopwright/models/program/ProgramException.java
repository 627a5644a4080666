package io.hopwright.models.program;

import java.util.List;

/** Error of the user in a program or in the placement of its ranks. */
public final class ProgramException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<String> messages;

  /** Creates the exception for one error. */
  public ProgramException(String message) {
    this(List.of(message));
  }

  /** Creates the exception for at least one error, each with its place and the remedy. */
  public ProgramException(List<String> messages) {
    super(String.join("\n", messages));
    this.messages = List.copyOf(messages);
  }

  /** Returns the errors, one line each. */
  public List<String> messages() {
    return messages;
  }
}
