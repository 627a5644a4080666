package io.hopwright.core.state;

/** Object of a partition whose state also depends on the configuration. */
public interface Restored {
  /**
   * Derives this state from the configuration. It is called once all state has been restored, and
   * changes nothing if the configuration is the one that the state was taken with.
   *
   * @throws IllegalArgumentException if the state does not allow this configuration
   */
  void onRestored();
}
