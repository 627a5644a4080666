package io.hopwright.partition;

import java.util.Objects;

/** Failure to start the actors of this JVM: the environment failed and nothing was simulated. */
public final class StartFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception; {@code cause} is why. */
  public StartFailedException(Throwable cause) {
    super(
        "the actors of this JVM did not start: "
            + Objects.requireNonNullElse(cause.getMessage(), cause.toString())
            + "; run again when the computer has a free processor",
        cause);
  }
}
