package io.hopwright.partition.cluster;

/**
 * Refusal before the run: the JVMs do not match, or there are too few of them. Nothing has been
 * simulated.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception; {@code message} has the reason and the remedy. */
  public RefusedException(String message) {
    super(message);
  }
}
