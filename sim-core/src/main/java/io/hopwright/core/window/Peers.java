package io.hopwright.core.window;

/**
 * The other JVMs of a run. What they send comes back through {@link WindowedRun#inbound} and {@link
 * WindowedRun#arrived}.
 */
@FunctionalInterface
public interface Peers {
  /** There is no other JVM. */
  Peers NONE = (run, mine) -> {};

  /**
   * Sends to every other member how this JVM stands, and what crosses in {@code mine.window()}:
   * {@link WindowedRun#outbound}. Called by the thread that was last to simulate; returns when all
   * has been copied.
   */
  void send(WindowedRun<?> run, Standing mine);
}
