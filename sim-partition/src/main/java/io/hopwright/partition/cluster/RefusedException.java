package io.hopwright.partition.cluster;

/** The JVMs do not fit together, or there are too few of them: nothing has been simulated. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedException(String message) {
    super(message);
  }
}
