package io.hopwright.partition;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Behaviors;
import io.hopwright.core.window.WindowedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Starts one {@link PartitionActor} per partition; it is not on the path of a window. */
final class MachineActor {
  private MachineActor() {}

  /** Returns the behaviour that starts the partitions of {@code run} and then stays out of it. */
  static Behavior<Void> create(WindowedRun<?> run, CompletableFuture<Void> done) {
    return Behaviors.setup(
        context -> {
          final List<ActorRef<PartitionActor.Command>> actors = new ArrayList<>();
          for (int index = 0; index < run.partitions(); index++) {
            actors.add(
                context.spawn(
                    PartitionActor.create(run, index, done),
                    "partition-" + index,
                    DispatcherSelector.fromConfig(PartitionActor.DISPATCHER)));
          }
          final PartitionActor.Command build = new PartitionActor.Build(List.copyOf(actors));
          actors.forEach(actor -> actor.tell(build));
          return Behaviors.empty();
        });
  }
}
