package io.hopwright.runner.execution;

import io.hopwright.core.window.RunMonitor;
import java.util.HashSet;
import java.util.Set;

/**
 * Request of the user to end: it ends the runs in progress and prevents others from starting.
 * Thread-safe.
 */
public final class Interruption {
  private final Set<RunMonitor> current = new HashSet<>();
  private final Interruption whole;
  private boolean requested;

  /** Creates an interruption that has not been requested. */
  public Interruption() {
    this(null);
  }

  private Interruption(Interruption whole) {
    this.whole = whole;
  }

  /**
   * Returns an interruption of one of several runs; it ends only that run, whereas this
   * interruption ends all.
   */
  public Interruption ofOneRun() {
    return new Interruption(this);
  }

  /** Ends the runs in progress after their current window. */
  public synchronized void request() {
    requested = true;
    current.forEach(RunMonitor::interrupt);
  }

  /** Returns whether the end was requested. */
  public synchronized boolean requested() {
    return requested || (whole != null && whole.requested());
  }

  /** Adds {@code monitor} to the runs in progress. */
  public synchronized void attach(RunMonitor monitor) {
    current.add(monitor);
    if (requested) {
      monitor.interrupt();
    }
    if (whole != null) {
      whole.attach(monitor);
    }
  }

  /** Records that the run of {@code monitor} is over. */
  public synchronized void detach(RunMonitor monitor) {
    current.remove(monitor);
    if (whole != null) {
      whole.detach(monitor);
    }
  }
}
