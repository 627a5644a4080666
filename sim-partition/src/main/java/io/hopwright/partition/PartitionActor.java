package io.hopwright.partition;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowedRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One partition as an actor: builds it on a thread of the pool, then simulates window after window.
 *
 * <p>The actor that finishes a window last tells all of them the next one. The barrier is a counter
 * and a broadcast, about 0.65 µs per actor and window; nobody polls.
 */
final class PartitionActor extends AbstractBehavior<PartitionActor.Command> {
  /** Path of the dispatcher's configuration. */
  static final String DISPATCHER = "hopwright.partition-dispatcher";

  /** What a partition is told. */
  sealed interface Command {}

  /**
   * Build yourself.
   *
   * @param partitions all partitions, this one included
   */
  record Build(List<ActorRef<Command>> partitions) implements Command {}

  /**
   * Simulate a window.
   *
   * @param window the ticks to simulate
   */
  record Simulate(Window window) implements Command {}

  private final WindowedRun<?> run;
  private final int index;
  private final CompletableFuture<Void> done;
  private List<ActorRef<Command>> partitions = List.of();

  private PartitionActor(
      ActorContext<Command> context, WindowedRun<?> run, int index, CompletableFuture<Void> done) {
    super(context);
    this.run = run;
    this.index = index;
    this.done = done;
  }

  /** Returns the behaviour of partition {@code index}; {@code done} learns of the run's end. */
  static Behavior<Command> create(WindowedRun<?> run, int index, CompletableFuture<Void> done) {
    return Behaviors.setup(context -> new PartitionActor(context, run, index, done));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Build.class, this::onBuild)
        .onMessage(Simulate.class, this::onSimulate)
        .build();
  }

  private Behavior<Command> onBuild(Build message) {
    partitions = message.partitions();
    return orFail(() -> run.build(index));
  }

  private Behavior<Command> onSimulate(Simulate message) {
    return orFail(() -> run.simulate(index, message.window()));
  }

  /** Does this partition's part, and the barrier's if it is the last; a failure ends the run. */
  private Behavior<Command> orFail(Part part) {
    try {
      if (part.doneLast()) {
        final Window next = run.next();
        if (next == null) {
          done.complete(null);
        } else {
          final Command message = new Simulate(next);
          partitions.forEach(partition -> partition.tell(message));
        }
      }
      return this;
    } catch (Throwable failure) {
      run.giveUp();
      done.completeExceptionally(failure);
      return Behaviors.stopped();
    }
  }

  /** A partition's part between two barriers; tells whether it was the last to finish. */
  @FunctionalInterface
  private interface Part {
    boolean doneLast();
  }
}
