package io.hopwright.partition;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.hopwright.core.window.Executor;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.WindowedRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Runs every partition as an actor on a fixed pool of threads.
 *
 * <p>The dispatcher is a dedicated one: Akka's default one, and fork-join pools with high
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
  public <P extends Partition> RunOutcome<P> run(Simulation<P> simulation, RunMonitor monitor) {
    final WindowedRun<P> run = new WindowedRun<>(simulation, monitor);
    final CompletableFuture<Void> done = new CompletableFuture<>();
    boolean interrupted = Thread.interrupted();
    if (interrupted) {
      monitor.interrupt();
    }
    final ActorSystem<Void> system =
        ActorSystem.create(MachineActor.create(run, done), "hopwright", config(threads));
    // Akka ends a system by itself after a fatal error outside of our code: it lacks memory.
    system
        .getWhenTerminated()
        .whenComplete(
            (end, failure) ->
                done.completeExceptionally(new OutOfMemoryError("a thread of Akka's has died")));
    try {
      interrupted |= await(done, monitor);
    } finally {
      system.terminate();
      if (!monitor.interrupted()) {
        system.getWhenTerminated().toCompletableFuture().join();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return run.finish(threads);
  }

  private static Config config(int threads) {
    return ConfigFactory.parseString(
            PartitionActor.DISPATCHER + ".thread-pool-executor.fixed-pool-size = " + threads)
        .withFallback(ConfigFactory.load("io/hopwright/partition/actors.conf"));
  }

  /**
   * Waits for the end. An interruption of the waiting thread ends the run in good order.
   *
   * @return whether there was one
   */
  private static boolean await(CompletableFuture<Void> done, RunMonitor monitor) {
    boolean interrupted = false;
    while (true) {
      try {
        done.get();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
        monitor.interrupt();
      } catch (ExecutionException e) {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        if (e.getCause() instanceof Error cause) {
          throw cause;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
  }
}
