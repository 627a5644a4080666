package io.hopwright.models.topology.description;

/**
 * Error in a network description: what is wrong, the limit and the remedy. Readers add the file and
 * the line.
 */
public sealed class DescriptionException extends RuntimeException permits ParameterException {
  private static final long serialVersionUID = 1;

  /** Creates the exception. */
  public DescriptionException(String message) {
    super(message);
  }

  /** Returns the same error preceded by its place. */
  public DescriptionException at(String place) {
    return new DescriptionException(place + ": " + getMessage());
  }
}
