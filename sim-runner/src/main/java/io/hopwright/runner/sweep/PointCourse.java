package io.hopwright.runner.sweep;

import io.hopwright.models.run.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.recording.CheckpointedRun;
import io.hopwright.runner.recording.Recoveries;
import io.hopwright.runner.study.ExecutionMode;
import java.util.List;
import java.util.Map;

/**
 * Course of one point of a sweep: its pilot, its checkpoints, and the losses of JVMs that it
 * survives.
 */
final class PointCourse {
  /** Simulation of a network of the point. */
  @FunctionalInterface
  interface Simulating {
    Completion simulate(
        ResolvedConfig config, Network<?> network, ExecutionMode mode, Simulator.Course course);
  }

  /**
   * Simulated run.
   *
   * @param settled configuration whose warm-up is a number
   * @param parts parts in which it was simulated; empty without checkpoints
   * @param losses losses of JVMs that it has survived
   * @param removal removes the checkpoints, which are kept until the result is in its place
   */
  record Simulated(
      Pilot.Settled settled,
      Completion completion,
      List<Map<String, Object>> parts,
      List<Map<String, Object>> losses,
      Runnable removal) {
    /** Adds the entries about parts and losses. */
    void addTo(Map<String, Object> manifest) {
      if (!parts.isEmpty()) {
        manifest.put("simulatedIn", parts);
      }
      if (!losses.isEmpty()) {
        manifest.put(CheckpointedRun.LOSSES, losses);
      }
    }
  }

  private final PointTask job;
  private final PointCheckpoints checkpoints;
  private final Crew crew;
  private final Interruption ofPoint;
  private final Recoveries recoveries;
  private Pilot.Settled settled;

  /** Null until the pilot is over, and for a point without checkpoints. */
  private CheckpointedRun course;

  /**
   * Creates the course of a point.
   *
   * @param crew the JVMs; null if the point is simulated in this one alone
   * @param ofPoint ends this point only
   */
  PointCourse(PointTask job, PointCheckpoints checkpoints, Crew crew, Interruption ofPoint) {
    this.job = job;
    this.checkpoints = checkpoints;
    this.crew = crew;
    this.ofPoint = ofPoint;
    recoveries =
        crew == null
            ? new Recoveries(0, true, ofPoint, List.of())
            : crew.recoveries(checkpoints.has(job), ofPoint);
  }

  /** Simulates to the end. */
  Simulated run(Simulating simulating) {
    while (true) {
      try {
        if (settled == null) {
          settle(simulating);
        }
        final CheckpointedRun.Simulated run =
            checkpoints.run(
                course,
                settled.config(),
                recoveries,
                on ->
                    simulating.simulate(
                        settled.config(), settled.network(), job.point().mode(), on));
        return new Simulated(
            settled, run.completion(), run.parts(), recoveries.losses(), run.removal());
      } catch (RuntimeException failure) {
        if (!recoveries.survives(failure)) {
          throw failure;
        }
        crew.leave();
        course = course == null ? null : course.fromOwnNewest();
        final String loss = recoveries.lost(failure, course == null ? 0 : course.fromTick());
        checkpoints.warnings().accept(job.name() + ": " + loss);
      }
    }
  }

  private void settle(Simulating simulating) {
    settled =
        Pilot.settle(
            job.point().config(),
            job.network().get(),
            (config, pilot) ->
                simulating.simulate(
                    config,
                    pilot,
                    ExecutionMode.ANY,
                    Simulator.Course.whole(recoveries.watched(0))),
            found -> {});
    if (checkpoints.has(job)) {
      course = checkpoints.course(job, settled.config(), ofPoint);
      recoveries.addEarlier(course.lossesBefore());
    }
  }
}
