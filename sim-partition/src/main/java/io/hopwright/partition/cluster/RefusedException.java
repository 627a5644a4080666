package io.hopwright.partition.cluster;

/**
 * Refusal before the run: the JVMs do not match, or there are too few of them. Nothing has been
 * simulated.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedException(String message) {
    super(message);
  }
}
