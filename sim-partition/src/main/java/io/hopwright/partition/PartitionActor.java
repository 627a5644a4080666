package io.hopwright.partition;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowedRun;

/**
 * One partition as an actor: builds it on a thread of the pool, then simulates window after window.
 *
 * <p>The actor that finishes a window last has the {@link Team} go on to the next one. The barrier
 * is a counter and a broadcast, about 0.65 µs per actor and window; nobody polls.
 */
final class PartitionActor extends AbstractBehavior<PartitionActor.Command> {
  /** Path of the dispatcher's configuration. */
  static final String DISPATCHER = "hopwright.partition-dispatcher";

  /** What a partition is told. */
  sealed interface Command {}

  /** Build yourself. */
  record Build() implements Command {}

  /**
   * Simulate a window.
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

  /** A partition's part in a window; tells whether it is to have the team go on. */
  @FunctionalInterface
  private interface Part {
    boolean done();
  }
}
