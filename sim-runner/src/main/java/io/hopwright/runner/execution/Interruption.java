package io.hopwright.runner.execution;

import io.hopwright.core.window.RunMonitor;

/**
 * The user's wish to end: reaches the run in progress and keeps others from starting. Thread-safe.
 */
public final class Interruption {
  private boolean requested;
  private RunMonitor current;

  /** Creates an interruption that nobody has asked for. */
  public Interruption() {}

  /** Ends the run in progress after its current window. */
  public synchronized void request() {
    requested = true;
    if (current != null) {
      current.interrupt();
    }
  }

  /** Tells whether somebody has asked for the end. */
  public synchronized boolean requested() {
    return requested;
  }

  /** Makes {@code monitor} the run in progress. */
  public synchronized void attach(RunMonitor monitor) {
    current = monitor;
    if (requested) {
      monitor.interrupt();
    }
  }
}
