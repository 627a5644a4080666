package io.hopwright.partition;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowedRun;

/**
 * Actor of one partition: builds the partition on a thread of the pool, then simulates window after
 * window.
 *
 * <p>The actor that finishes a window last makes the {@link Team} proceed to the next one. The
 * barrier is a counter and a broadcast, about 0.65 µs per actor and window, without polling.
 */
final class PartitionActor extends AbstractBehavior<PartitionActor.Command> {
  /** Path of the dispatcher's configuration. */
  static final String DISPATCHER = "hopwright.partition-dispatcher";

  /** Commands to a partition. */
  sealed interface Command {}

  /** Command to build the partition. */
  record Build() implements Command {}

  /**
   * Command to simulate a window.
   *
   * @param window the ticks to simulate
   */
  record Simulate(Window window) implements Command {}

  private final WindowedRun<?> run;
  private final int index;
  private final Team team;

  private PartitionActor(ActorContext<Command> context, WindowedRun<?> run, int index, Team team) {
    super(context);
    this.run = run;
    this.index = index;
    this.team = team;
  }

  /** Returns the behaviour of partition {@code index} of {@code run}. */
  static Behavior<Command> create(WindowedRun<?> run, int index, Team team) {
    return Behaviors.setup(context -> new PartitionActor(context, run, index, team));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Build.class, message -> orFail(() -> run.build(index)))
        .onMessage(Simulate.class, message -> orFail(() -> run.simulate(index, message.window())))
        .build();
  }

  /** Does this partition's part, and the barrier's if it is to; a failure ends the run. */
  private Behavior<Command> orFail(Part part) {
    try {
      final long start = System.nanoTime();
      final boolean decides = part.done();
      team.through(System.nanoTime() - start);
      if (decides) {
        team.goOn();
      }
      return this;
    } catch (Throwable failure) {
      team.giveUp(failure);
      return Behaviors.stopped();
    }
  }

  /** Work of a partition in a window; returns whether the actor must make the team proceed. */
  @FunctionalInterface
  private interface Part {
    boolean done();
  }
}
