package io.hopwright.runner.sweep;

import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.recording.CheckpointCopies;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.recording.CheckpointedRun;
import io.hopwright.runner.recording.Recoveries;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.ExecutionMode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Checkpoints of the points of a sweep, each beside its point.
 *
 * @param plan times of checkpoints
 * @param fresh whether points begin at their first tick even if checkpoints exist
 * @param commandLine arguments of the program
 * @param warnings receiver of the reason why a checkpoint is missing or not used
 */
public record PointCheckpoints(
    CheckpointPlan plan, boolean fresh, List<String> commandLine, Consumer<String> warnings) {
  /** Returns whether a point has checkpoints. Points whose times are compared have none. */
  boolean has(PointTask job) {
    return job.point().mode().equals(ExecutionMode.ANY)
        && (plan != CheckpointPlan.NONE || CheckpointStore.exists(job.place()));
  }

  /**
   * Returns the course of a point that has checkpoints, from its newest one if there is one.
   *
   * @param config of the point, its warm-up settled
   * @param ofPoint ends this point only
   */
  CheckpointedRun course(PointTask job, ResolvedConfig config, Interruption ofPoint) {
    final CheckpointedRun begun =
        new CheckpointedRun(
            plan,
            job.place(),
            CheckpointCopies.NONE,
            null,
            UUID.randomUUID().toString(),
            ofPoint,
            warnings);
    return fresh ? begun : begun.fromNewest(config);
  }

  /**
   * Simulates a point.
   *
   * @param course null for a point without checkpoints
   */
  CheckpointedRun.Simulated run(
      CheckpointedRun course,
      ResolvedConfig config,
      Recoveries recoveries,
      Function<Simulator.Course, Completion> simulating) {
    if (course == null) {
      return new CheckpointedRun.Simulated(
          simulating.apply(Simulator.Course.whole()), List.of(), () -> {});
    }
    final List<Map<String, Object>> losses = recoveries.losses();
    return course.run(
        config,
        new JsonObject()
            .with("commandLine", commandLine)
            .withIf(!losses.isEmpty(), CheckpointedRun.LOSSES, losses),
        checkpoints -> recoveries.watched(checkpoints, course.fromTick()),
        simulating);
  }
}
