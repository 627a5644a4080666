package io.hopwright.models.messaging.jobs;

/**
 * Store of the outcomes of checks of long programs, so that the next run of the same program need
 * not check it again. {@link java.util.ServiceLoader} finds it; without a store nothing is kept.
 * Safe for any thread.
 */
public interface CheckStore {
  /**
   * Returns the stored data; null if there are none, or if they cannot be read.
   *
   * @param asked all inputs of the check, except the build of the simulator
   */
  byte[] find(String asked);

  /** Keeps what a check found, if that is possible. */
  void keep(String asked, byte[] found);
}
