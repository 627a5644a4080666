package io.hopwright.core.window;

/**
 * Other JVMs of a run. Calls of {@link WindowedRun} in one JVM, and the calls that they cause in
 * the others:
 *
 * <pre>{@code
 * peers.through(3, window);    // batches of inbound(from), then run.through(3, number, ready)
 * peers.through(4, window);    // batches of inbound(from), then run.through(4, number, ready)
 * peers.send(standing);        // run.arrived(from, standing)
 * }</pre>
 *
 * <p>Implementations can rely on:
 *
 * <ol>
 *   <li>{@link #through} is called once for each partition of this JVM and each window, in the
 *       order of windows, beginning with {@link Window#BEFORE_FIRST}. Calls for different
 *       partitions can overlap.
 *   <li>{@link #send} is called once for each window, after all calls of {@link #through} for it,
 *       and no partition of this JVM begins the next one before it has returned.
 * </ol>
 *
 * <p>Their obligations:
 *
 * <ol>
 *   <li>They read the batches of {@link WindowedRun#outbound} only until {@link #through} returns.
 *   <li>Everything reaches each other member once, in the order of the calls. The events of a
 *       partition come before the notice that it has completed the window, and everything of a
 *       window before the standing at its end.
 *   <li>Neither call waits for another JVM.
 * </ol>
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
   * Sends the standing of this JVM to every other member, with all events that have been packed but
   * not sent. Called by the last thread to simulate.
   */
  void send(Standing mine);
}
