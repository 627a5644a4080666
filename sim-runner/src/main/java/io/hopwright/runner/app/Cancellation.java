package io.hopwright.runner.app;

import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.support.PublicApi;
import java.util.HashSet;
import java.util.Set;

/**
 * Request to end runs before their time. A run that is cancelled ends after its current window,
 * writes what it has measured, and returns with {@link Outcome.Kind#INTERRUPTED}. Thread-safe.
 */
@PublicApi
public final class Cancellation {
  private final Set<Interruption> current = new HashSet<>();
  private boolean cancelled;

  /** Creates a request without a cancellation yet. */
  public Cancellation() {}

  /** Ends the runs in progress, and prevents others from beginning. */
  public synchronized void cancel() {
    cancelled = true;
    current.forEach(Interruption::request);
  }

  /** Returns whether {@link #cancel} was called. */
  public synchronized boolean cancelled() {
    return cancelled;
  }

  /** Connects the request with a run. */
  synchronized void attach(Interruption interruption) {
    current.add(interruption);
    if (cancelled) {
      interruption.request();
    }
  }

  /** Detaches a run that has ended. */
  synchronized void detach(Interruption interruption) {
    current.remove(interruption);
  }
}
