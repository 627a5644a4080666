package io.hopwright.runner.execution;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;

/** Watches runs from outside while they go on. */
@FunctionalInterface
public interface RunObserver {
  /** Nobody watches. */
  RunObserver NONE = (network, threads, monitor) -> () -> {};

  /** Returns an observer of runs that are not what the user asked for, but {@code what}. */
  default RunObserver of(String what) {
    return this;
  }

  /** A watch on one run. */
  @FunctionalInterface
  interface Watch extends AutoCloseable {
    /** Ends the watch, when the run is over. */
    @Override
    void close();
  }

  /** Begins to watch a run of {@code network} on {@code threads} threads. */
  Watch watch(Network<?> network, int threads, RunMonitor monitor);
}
