package io.hopwright.runner.app;

import io.hopwright.core.window.SavedRun;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.execution.SteadyState;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.recording.RunCheckpoints;
import io.hopwright.runner.recording.StoredCheckpoint;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.study.Figure;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.sweep.Runs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Checkpoints of a run, and the run that goes on from one.
 *
 * @param experiment what to simulate, and how
 * @param interruption ends it
 */
record Checkpointing(Experiment experiment, Interruption interruption) {
  private static final CheckpointPlan NONE = new CheckpointPlan(0, 0, 0);

  /**
   * What was simulated.
   *
   * @param parts in which it was
   */
  record Simulated(Completion completion, List<Map<String, Object>> parts) {}

  /** Returns whether the run takes checkpoints or goes on from one. */
  boolean wanted() {
    return experiment.checkpoints() != null || experiment.from() != null;
  }

  /**
   * Refuses a run that cannot take checkpoints, or that is not the one of the checkpoint.
   *
   * @throws InputException that names the reason
   */
  void check(ResolvedConfig config) {
    if (experiment.resources().jvms() > 1) {
      throw new InputException(
          "checkpoints: a run over several JVMs takes none. Use one JVM with several threads.");
    }
    if (experiment.from() != null) {
      experiment
          .from()
          .requireSame(
              new JsonObject()
                  .with("version", Build.current().version())
                  .with("simulatorSha256", Build.simulator())
                  .with(Format.CONFIG_SHA256, config.sha256()));
    }
  }

  /** Simulates to the end, from the checkpoint if there is one. */
  Simulated run(Runs runs, Pilot.Settled settled, List<Figure> figures) {
    final StoredCheckpoint from = experiment.from();
    final Path place = experiment.place(settled.config().id());
    final SavedRun saved = from == null ? SavedRun.NOTHING : from.saved();
    try (CheckpointStore store = CheckpointStore.open(place)) {
      final Completion run;
      final RunCheckpoints checkpoints =
          new RunCheckpoints(
              experiment.checkpoints() == null ? NONE : experiment.checkpoints(),
              store,
              interruption,
              experiment.listener()::warning,
              saved.tick(),
              about(settled, figures),
              from == null ? List.of() : from.parts(),
              from == null ? UUID.randomUUID().toString() : from.run());
      try (checkpoints) {
        run =
            noted(
                settled,
                runs.run(
                    settled.network(),
                    new Simulator.Course(Simulator.Course.WHOLE.work(), saved, checkpoints)));
      }
      if (run.ending() == Completion.Ending.COMPLETED) {
        store.removeAll();
      }
      return new Simulated(run, checkpoints.parts(null));
    }
  }

  private Map<String, Object> about(Pilot.Settled settled, List<Figure> figures) {
    final Map<String, Object> pilot = pilot(settled);
    return new JsonObject()
        .with("study", settled.config().id())
        .with("version", Build.current().version())
        .with("simulatorSha256", Build.simulator())
        .with(Format.CONFIG_SHA256, settled.config().sha256())
        .with("commandLine", experiment.commandLine())
        .with(Figure.SECTION, figures(figures))
        .withIf(!pilot.isEmpty(), SteadyState.ENTRY, pilot)
        .with(StoredCheckpoint.CONFIGURATION, settled.config().render());
  }

  /** Returns what a pilot said about the run, now or before its checkpoint; empty for none. */
  private Map<String, Object> pilot(Pilot.Settled settled) {
    if (experiment.from() != null) {
      return experiment.from().document().section(SteadyState.ENTRY);
    }
    return settled.steadyState() == null ? Map.of() : settled.steadyState().document();
  }

  private Completion noted(Pilot.Settled settled, Completion run) {
    final Map<String, Object> pilot = pilot(settled);
    return pilot.isEmpty() || experiment.from() == null
        ? settled.noted(run)
        : new Completion(
            run.result().with(SteadyState.ENTRY, pilot),
            run.ending(),
            run.execution(),
            run.loss(),
            run.standstill());
  }

  /** Returns the figures of the study; those of the checkpoint if the run goes on from one. */
  List<Map<String, Object>> figures(List<Figure> ofStudy) {
    return experiment.from() == null
        ? ofStudy.stream().map(Figure::document).toList()
        : experiment.from().document().list(Figure.SECTION).stream()
            .map(StoredDocument::content)
            .toList();
  }
}
