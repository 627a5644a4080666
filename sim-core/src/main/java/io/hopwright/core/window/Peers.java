package io.hopwright.core.window;

/**
 * The other JVMs of a run. What they send comes back through {@link WindowedRun#inbound}, {@link
 * WindowedRun#through} and {@link WindowedRun#arrived}.
 */
public interface Peers {
  /** There is no other JVM. */
  Peers NONE =
      new Peers() {
        @Override
        public void through(int partition, Window window) {}

        @Override
        public void send(Standing mine) {}
      };

  /**
   * Takes along what crosses from a partition of this JVM that is through with {@code window}:
   * {@link WindowedRun#outbound}. Called by the thread that simulated it; returns when all has been
   * copied.
   */
  void through(int partition, Window window);

  /**
   * Sends to every other member how this JVM stands, and what has been taken along and not sent.
   * Called by the thread that was last to simulate.
   */
  void send(Standing mine);
}
