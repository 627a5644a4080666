package io.hopwright.runner.execution;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;

/** Observer of runs in progress. */
@FunctionalInterface
public interface RunObserver {
  /** Observer that does nothing. */
  RunObserver NONE = (network, threads, monitor) -> () -> {};

  /** Returns an observer of runs that are not what the user asked for, but {@code what}. */
  default RunObserver of(String what) {
    return this;
  }

  /** Returns an observer that has both watch. */
  default RunObserver and(RunObserver other) {
    final RunObserver first = this;
    return new RunObserver() {
      @Override
      public RunObserver of(String what) {
        return first.of(what).and(other.of(what));
      }

      @Override
      public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
        final Watch one = first.watch(network, threads, monitor);
        final Watch two = other.watch(network, threads, monitor);
        return () -> {
          one.close();
          two.close();
        };
      }
    };
  }

  /** Observation of one run. */
  @FunctionalInterface
  interface Watch extends AutoCloseable {
    /** Ends the watch, when the run is over. */
    @Override
    void close();
  }

  /** Begins to watch a run of {@code network} on {@code threads} threads of this JVM. */
  Watch watch(Network<?> network, int threads, RunMonitor monitor);
}
