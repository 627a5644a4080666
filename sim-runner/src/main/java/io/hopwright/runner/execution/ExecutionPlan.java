package io.hopwright.runner.execution;

import io.hopwright.core.window.Executor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.partition.ActorExecutor;
import org.slf4j.LoggerFactory;

/**
 * Executor of a simulation and its number of threads.
 *
 * @param kind the executor
 * @param threads at least 1
 */
public record ExecutionPlan(ExecutorKind kind, int threads) {
  /** Checks the number of threads. */
  public ExecutionPlan {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + " must be at least 1");
    }
  }

  /** Returns the number of useful threads for a simulation of {@code partitions} partitions. */
  public int threadsFor(int partitions) {
    return kind == ExecutorKind.SEQUENTIAL ? 1 : Math.min(threads, partitions);
  }

  /**
   * Returns the executor for a simulation of {@code partitions} partitions. One thread needs no
   * actors: to load their libraries takes a third of the time of a short run.
   */
  public ExecutorKind kindFor(int partitions) {
    return threadsFor(partitions) == 1 ? ExecutorKind.SEQUENTIAL : kind;
  }

  /** Returns an executor for a simulation of {@code partitions} partitions. */
  public Executor executor(int partitions) {
    return switch (kindFor(partitions)) {
      case SEQUENTIAL -> new SequentialExecutor();
      case ACTORS -> {
        // Logging set up by several actors at once complains about itself.
        LoggerFactory.getILoggerFactory();
        yield new ActorExecutor(threadsFor(partitions));
      }
    };
  }
}
