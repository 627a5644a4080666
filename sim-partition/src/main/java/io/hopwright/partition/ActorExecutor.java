package io.hopwright.partition;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.hopwright.core.window.Executor;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.WindowedRun;

/**
 * Executor that runs every partition as an actor on a fixed pool of threads.
 *
 * <p>It has its own dispatcher: Akka's default dispatcher, and fork-join pools with high
 * throughput, run the few busy actors of a simulation one after another. Thread-safe; each run has
 * an actor system of its own.
 */
public final class ActorExecutor implements Executor {
  private final int threads;

  /** Creates an executor of {@code threads} threads, at least 1. */
  public ActorExecutor(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + " must be at least 1");
    }
    this.threads = threads;
  }

  @Override
  public <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, SavedRun from) {
    final WindowedRun<P> run = new WindowedRun<>(simulation, monitor, from);
    final Team team = new Team(run);
    // Akka cannot start on an interrupted thread.
    final boolean interrupted = Thread.interrupted();
    if (interrupted) {
      monitor.interrupt();
    }
    final ActorSystem<Team.Order> system = start(team.parent(), "hopwright", config(threads));
    // Akka ends a system by itself after a fatal error outside of our code: it lacks memory.
    system
        .getWhenTerminated()
        .whenComplete(
            (end, failure) -> team.fail(new OutOfMemoryError("a thread of Akka's has died")));
    try {
      system.tell(Team.Order.BEGIN);
      team.await(monitor);
    } finally {
      system.terminate();
      if (!monitor.interrupted()) {
        system.getWhenTerminated().toCompletableFuture().join();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return run.finish();
  }

  /**
   * Starts an actor system.
   *
   * @throws StartFailedException if it does not start
   */
  public static <T> ActorSystem<T> start(Behavior<T> guardian, String name, Config config) {
    try {
      return ActorSystem.create(guardian, name, config);
    } catch (RuntimeException e) {
      throw new StartFailedException(e);
    }
  }

  /** Returns the configuration of an actor system whose partitions have {@code threads} threads. */
  public static Config config(int threads) {
    return ConfigFactory.parseString(
            PartitionActor.DISPATCHER + ".thread-pool-executor.fixed-pool-size = " + threads)
        .withFallback(ConfigFactory.load("io/hopwright/partition/actors.conf"));
  }
}
