package io.hopwright.runner.sweep;

import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.recording.CheckpointedRun;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.ExecutionMode;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Checkpoints of the points of a sweep, each beside its point.
 *
 * @param plan when they are taken
 * @param fresh whether points begin at their first tick, whatever checkpoints exist
 * @param commandLine arguments of the program
 * @param warnings receives why a checkpoint is missing or not used
 */
public record PointCheckpoints(
    CheckpointPlan plan, boolean fresh, List<String> commandLine, Consumer<String> warnings) {
  /**
   * Simulates a point, from its newest checkpoint if there is one. Points whose times are compared
   * have none.
   *
   * @param config of the point, its warm-up settled
   * @param ofPoint ends this point only
   */
  CheckpointedRun.Simulated run(
      PointTask job,
      ResolvedConfig config,
      Interruption ofPoint,
      Function<Simulator.Course, Completion> simulating) {
    final boolean timed = !job.point().mode().equals(ExecutionMode.ANY);
    if (timed || (plan == CheckpointPlan.NONE && !CheckpointStore.exists(job.place()))) {
      return new CheckpointedRun.Simulated(simulating.apply(Simulator.Course.whole()), List.of());
    }
    final CheckpointedRun begun =
        new CheckpointedRun(
            plan, job.place(), null, UUID.randomUUID().toString(), ofPoint, warnings);
    return (fresh ? begun : begun.fromNewest(config))
        .run(
            config,
            new JsonObject().with("commandLine", commandLine),
            UnaryOperator.identity(),
            simulating);
  }
}
