package io.hopwright.partition;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Behaviors;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.WindowedRun;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Partitions of one JVM as actors, one {@link PartitionActor} each, and their progress from window
 * to window. Thread-safe.
 */
public final class Team {
  /** Orders to the parent of the partition actors. */
  public enum Order {
    /** Have all partitions built; the first window follows by itself. */
    BEGIN,
    /** Stop all partitions, once they are through with what they are at. */
    STOP
  }

  private static final long HALT_POLL_NANOS = 1_000_000;

  /** Least time of a partition in a window after which it counts as stuck. */
  private static final long STUCK_NANOS = 10_000_000_000L;

  /** The same limit as a multiple of the longest time of a partition so far. */
  private static final int STUCK_TIMES = 10;

  private final WindowedRun<?> run;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private volatile Map<Integer, ActorRef<PartitionActor.Command>> partitions = Map.of();
  private int underWay;
  private long longestNanos;
  private boolean halting;
  private boolean failed;

  /** Creates the team of the partitions of {@code run} in this JVM. */
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
                  .boxed()
                  .collect(
                      Collectors.toUnmodifiableMap(
                          Function.identity(),
                          index ->
                              context.spawn(
                                  PartitionActor.create(run, index, this),
                                  "partition-" + index,
                                  DispatcherSelector.fromConfig(PartitionActor.DISPATCHER))));
          return Behaviors.receive(Order.class)
              .onMessageEquals(
                  Order.BEGIN,
                  () -> {
                    build();
                    return Behaviors.same();
                  })
              .onMessageEquals(Order.STOP, Behaviors::stopped)
              .build();
        });
  }

  private synchronized void build() {
    for (int index : run.here()) {
      tell(index, new PartitionActor.Build());
    }
  }

  /**
   * Takes the next window and starts the partitions that may begin it. Call it when {@link
   * WindowedRun} returns true.
   */
  public synchronized void goOn() {
    if (halting) {
      return;
    }
    if (run.next() == null) {
      done.complete(null);
    } else {
      run.begin(this::simulate);
    }
  }

  /** Lets a partition simulate the current window of the run. */
  public synchronized void simulate(int partition) {
    if (!halting) {
      tell(partition, new PartitionActor.Simulate(run.window()));
    }
  }

  private void tell(int partition, PartitionActor.Command message) {
    underWay++;
    partitions.get(partition).tell(message);
  }

  /** Records that a partition has completed its order, and the time that this took. */
  synchronized void through(long nanos) {
    underWay--;
    longestNanos = Math.max(longestNanos, nanos);
  }

  /**
   * Prevents partitions from beginning further windows, and waits until all have completed their
   * current ones. Some may then have completed the current window, and others only the one before
   * it, because they wait for a lost neighbour. The wait is independent of the length of windows:
   * it lasts as long as partitions make progress, or can make progress judging by the longest
   * window so far.
   *
   * @return false if the run cannot be finished: nothing has been simulated, or a partition has
   *     failed or is stuck
   */
  public boolean halt() {
    int left = Integer.MAX_VALUE;
    long since = System.nanoTime();
    while (true) {
      synchronized (this) {
        halting = true;
        if (failed || !run.begun() || underWay == 0) {
          return !failed && run.begun();
        }
        final long now = System.nanoTime();
        if (underWay < left) {
          left = underWay;
          since = now;
        } else if (now - since > Math.max(STUCK_NANOS, STUCK_TIMES * longestNanos)) {
          return false;
        }
      }
      LockSupport.parkNanos(HALT_POLL_NANOS);
    }
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

  /**
   * Waits for the end. An interruption of the waiting thread ends the run in good order, and is
   * still set afterwards.
   *
   * @throws RuntimeException the failure of the run
   */
  public void await(RunMonitor monitor) {
    await(monitor, Duration.ofDays(1), () -> {});
  }

  /**
   * Waits for the end as {@link #await(RunMonitor)} does, with a regular check.
   *
   * @param pause between two checks
   * @param look the check; may throw, which ends the wait
   * @throws RuntimeException the failure of the run
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
