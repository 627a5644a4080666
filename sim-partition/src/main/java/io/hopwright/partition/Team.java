package io.hopwright.partition;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Behaviors;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowedRun;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * The partitions of one JVM as actors, one {@link PartitionActor} each, and their way from window
 * to window. Thread-safe.
 */
public final class Team {
  /** What the parent of the partition actors is told. */
  public enum Order {
    /** Have all partitions built; the first window follows by itself. */
    BEGIN,
    /** Stop all partitions, once they are through with what they are at. */
    STOP
  }

  private static final long HALT_POLL_NANOS = 1_000_000;

  private final WindowedRun<?> run;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private volatile List<ActorRef<PartitionActor.Command>> partitions = List.of();
  private boolean halting;
  private boolean failed;

  /** Creates the team of the partitions that {@code run} has in this JVM. */
  public Team(WindowedRun<?> run) {
    this.run = run;
  }

  /**
   * Returns the behaviour of the parent of all partition actors; it is not on the path of a window.
   */
  public Behavior<Order> parent() {
    return Behaviors.setup(
        context -> {
          partitions =
              Arrays.stream(run.here())
                  .mapToObj(
                      index ->
                          context.spawn(
                              PartitionActor.create(run, index, this),
                              "partition-" + index,
                              DispatcherSelector.fromConfig(PartitionActor.DISPATCHER)))
                  .toList();
          return Behaviors.receive(Order.class)
              .onMessageEquals(
                  Order.BEGIN,
                  () -> {
                    tell(new PartitionActor.Build());
                    return Behaviors.same();
                  })
              .onMessageEquals(Order.STOP, Behaviors::stopped)
              .build();
        });
  }

  /** Takes the next window and has all partitions simulate it; for whoever was the last. */
  public synchronized void goOn() {
    if (halting) {
      return;
    }
    final Window next = run.next();
    if (next == null) {
      done.complete(null);
    } else {
      tell(new PartitionActor.Simulate(next));
    }
  }

  /**
   * Has no further window begin, and waits until all partitions are through with the current one.
   *
   * @return false if they are not within {@code limit}: then the run cannot be finished
   */
  public boolean halt(Duration limit) {
    final long start = System.nanoTime();
    while (!halted()) {
      if (System.nanoTime() - start > limit.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(HALT_POLL_NANOS);
    }
    return !failed;
  }

  private synchronized boolean halted() {
    halting = true;
    return failed || run.idleHere();
  }

  /** Ends the run because of a failure in a partition, whose memory is let go. */
  void giveUp(Throwable failure) {
    synchronized (this) {
      failed = true;
    }
    run.giveUp();
    fail(failure);
  }

  /** Ends the run because of a failure elsewhere. */
  public void fail(Throwable failure) {
    done.completeExceptionally(failure);
  }

  private void tell(PartitionActor.Command message) {
    partitions.forEach(partition -> partition.tell(message));
  }

  /**
   * Waits for the end. An interruption of the waiting thread ends the run in good order, and is
   * still set afterwards.
   *
   * @throws RuntimeException what made the run fail
   */
  public void await(RunMonitor monitor) {
    await(monitor, Duration.ofDays(1), () -> {});
  }

  /**
   * Waits for the end as {@link #await(RunMonitor)} does, and has a look now and then.
   *
   * @param pause between two looks
   * @param look may throw, which ends the wait
   * @throws RuntimeException what made the run fail
   */
  public void await(RunMonitor monitor, Duration pause, Runnable look) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          done.get(pause.toMillis(), TimeUnit.MILLISECONDS);
          return;
        } catch (TimeoutException e) {
          look.run();
        } catch (InterruptedException e) {
          interrupted = true;
          monitor.interrupt();
        } catch (ExecutionException e) {
          throw unwrapped(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unwrapped(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
  }
}
