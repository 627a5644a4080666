package io.hopwright.runner.app;

import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.RunSettings;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.execution.SteadyState;
import io.hopwright.runner.progress.WatchServer;
import io.hopwright.runner.recording.CheckpointCopies;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.recording.CheckpointedRun;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.Recoveries;
import io.hopwright.runner.recording.ResultDirectory;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.recording.StoredCheckpoint;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.study.Figure;
import io.hopwright.runner.study.Mixtures;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Runs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Course of one run, from the study to its directory.
 *
 * @param experiment experiment to simulate
 * @param interruption ends the run
 */
record SingleRun(Experiment experiment, Interruption interruption) {
  /**
   * Simulated run.
   *
   * @param config configuration whose warm-up is a number
   * @param parts parts in which it was simulated; empty without checkpoints
   * @param losses losses of JVMs that it has survived
   * @param removal removes the checkpoints, which are kept until the result is in its place
   * @param runs JVMs that keep copies of the checkpoints until then
   */
  private record Simulated(
      ResolvedConfig config,
      Completion completion,
      List<Map<String, Object>> parts,
      List<Map<String, Object>> losses,
      Runnable removal,
      Runs runs) {}

  Result run() {
    final Instant started = Instant.now();
    final Study study = experiment.read();
    final RunSettings settings = chosen(study);
    final ResolvedConfig config = settings.only();
    if (experiment.chosenRun() == null && !study.runs().isEmpty()) {
      listener()
          .note(
              experiment.name()
                  + " has the runs "
                  + String.join(", ", names(study))
                  + "; this name is not one of them. --run NAME simulates one run, sweep and"
                  + " reproduce simulate all");
    }
    final Mistakes mistakes = new Mistakes();
    final Network<?> network = config.network(mistakes);
    final List<Figure> figures = study.runs().isEmpty() ? study.figures() : List.of();
    if (network != null) {
      figures.forEach(figure -> figure.check(config, network, mistakes));
    }
    mistakes.throwIfAny();
    final Set<String> readElsewhere = study.keysRead(experiment.scale());
    if (experiment.from() == null) {
      return run(settings, config, network, figures, readElsewhere, started);
    }
    final Continuation rest = new Continuation(experiment, config, network).checked();
    return new SingleRun(rest.experiment(), interruption)
        .run(settings, rest.config(), rest.network(), figures, readElsewhere, started);
  }

  private Result run(
      RunSettings settings,
      ResolvedConfig config,
      Network<?> network,
      List<Figure> figures,
      Set<String> readElsewhere,
      Instant started) {
    final Estimate estimate = experiment.resources().check(config.id(), network);
    if (experiment.checkpoints() != null && estimate.measured()) {
      estimate.checkpoint().requireFits(config.id());
    }
    if (experiment.from() == null) {
      new Mixtures(experiment.hopwright().library(), listener()::note).tell(List.of(settings));
    }
    listener().ready();
    try (ResultDirectory directory = ResultDirectory.prepare(experiment.place(config.id()))) {
      final Simulated simulated =
          simulate(config, network, figures, readElsewhere, directory, estimate);
      try {
        final Result result = keep(simulated, network, figures, directory, started);
        simulated.removal().run();
        return result;
      } finally {
        simulated.runs().close();
      }
    }
  }

  private RunListener listener() {
    return experiment.listener();
  }

  private static List<String> names(Study study) {
    return study.runs().stream().map(RunSpec::name).toList();
  }

  /**
   * Returns the settings to simulate: those of one run of the study, or those common to all runs.
   */
  private RunSettings chosen(Study study) {
    final String run = experiment.chosenRun();
    if (run == null) {
      return study.runSettings(experiment.scale());
    }
    for (RunSpec spec : study.runs()) {
      if (spec.name().equals(run)) {
        return study.runSettings(spec, experiment.scale());
      }
    }
    final List<String> runs = names(study);
    final String remedy =
        runs.isEmpty()
            ? " has no runs; leave the option out"
            : " has no such run"
                + Nearest.questionOr(run, runs, "it has " + String.join(", ", runs));
    throw new InputException("--run " + run + ": " + experiment.name() + remedy);
  }

  /** Simulates to the end, with other JVMs after each loss; these stay for the caller to close. */
  private Simulated simulate(
      ResolvedConfig config,
      Network<?> network,
      List<Figure> figures,
      Set<String> readElsewhere,
      ResultDirectory directory,
      Estimate estimate) {
    final Resources resources = experiment.resources();
    Checkpointing checkpoints = Checkpointing.of(experiment, interruption);
    final Recoveries recoveries = checkpoints.recoveries();
    try (WatchServer watch = watch(config, directory)) {
      final RunObserver observer =
          experiment.display().run().and(watch == null ? RunObserver.NONE : watch);
      new Advice(listener())
          .tell(config, network, readElsewhere, resources.plan(), estimate.seconds());
      checkpoints.tellCostOfLoss();
      Pilot.Settled settled = null;
      while (true) {
        Runs runs = null;
        try {
          runs =
              new Runs(
                  resources.plan(),
                  interruption,
                  observer,
                  resources
                      .gathering()
                      .gather(
                          interruption,
                          estimate.suggestedHeapMib(),
                          recoveries.again(),
                          recoveries.left(),
                          listener()::note));
          if (settled == null) {
            settled =
                runs.settle(
                    config, network, Simulator.Course.whole(recoveries.watched(0)), this::tell);
            if (watch != null) {
              watch.about(settled.config(), figures);
            }
          }
          checkpoints.tellCopies(runs);
          checkpoints.keep(settled.network().run());
          return checkpoints.run(runs, settled, figures, recoveries);
        } catch (RuntimeException failure) {
          close(runs);
          if (!recoveries.survives(failure)) {
            checkpoints.tellHowToGoOn(config.id(), recoveries);
            throw failure;
          }
          checkpoints = checkpoints.newest(config.id());
          listener().warning(recoveries.lost(failure, checkpoints.tick()));
        } catch (Error failure) {
          close(runs);
          throw failure;
        }
      }
    } finally {
      removeInterim(directory);
    }
  }

  private static void close(Runs runs) {
    if (runs != null) {
      runs.close();
    }
  }

  /** Opens the live page, if it is requested. */
  private WatchServer watch(ResolvedConfig config, ResultDirectory directory) {
    if (experiment.watchPort() == null) {
      return null;
    }
    final String title = config.title().isEmpty() ? config.id() : config.title();
    final WatchServer server =
        WatchServer.start(
            experiment.watchPort(), title, experiment.resources().jvms() == 1, directory.interim());
    listener().watchable(server.address());
    return server;
  }

  private void tell(SteadyState found) {
    if (found.reached()) {
      listener().note(found.toString());
    } else {
      listener().warning(found.toString());
    }
  }

  /**
   * Removes the data behind a live page; failures are ignored, because the result does not need
   * these data.
   */
  private void removeInterim(ResultDirectory directory) {
    try {
      directory.removeInterim();
    } catch (EnvironmentException e) {
      listener().warning(e.getMessage() + "; the result is complete without it");
    }
  }

  /** Writes the result, and puts it in its place. */
  private Result keep(
      Simulated simulated,
      Network<?> network,
      List<Figure> figures,
      ResultDirectory directory,
      Instant started) {
    final ResolvedConfig settled = simulated.config();
    final Completion run = simulated.completion();
    final Map<String, Object> summary = Documents.summary(settled, run, Map.of());
    final Map<String, Object> manifest =
        Documents.manifest(
            settled, network, ExecutionMode.ANY, run, experiment.commandLine(), started);
    final Checkpointing checkpoints = Checkpointing.of(experiment, interruption);
    manifest.put(Figure.SECTION, checkpoints.figures(figures));
    if (!checkpoints.branchedFrom().isEmpty()) {
      manifest.put(StoredCheckpoint.BRANCHED_FROM, checkpoints.branchedFrom());
    }
    if (!simulated.parts().isEmpty()) {
      manifest.put("simulatedIn", simulated.parts());
    }
    if (!simulated.losses().isEmpty()) {
      manifest.put(CheckpointedRun.LOSSES, simulated.losses());
    }
    final Path place;
    try {
      new ResultWriter(directory.growing())
          .write(settled, run, network.tickRate(), summary, manifest);
      Reports.add(directory.growing(), listener()::warning);
      place = directory.publish(run.ending() == Completion.Ending.COMPLETED);
    } catch (EnvironmentException e) {
      // A long run is not to be lost whole.
      listener().unsaved(summary);
      throw e;
    }
    return new Result("", place, run, summary, network.run().end() == RunPlan.End.TICKS);
  }

  /**
   * Checkpoints of a run, and the run that resumes from one.
   *
   * @param experiment experiment to simulate
   * @param interruption ends the run
   * @param identity identity of the run, common to all its parts
   */
  private record Checkpointing(Experiment experiment, Interruption interruption, String identity) {
    static Checkpointing of(Experiment experiment, Interruption interruption) {
      return new Checkpointing(
          experiment,
          interruption,
          experiment.from() == null ? UUID.randomUUID().toString() : experiment.from().run());
    }

    /** Returns the record of the losses that the run survives. */
    Recoveries recoveries() {
      return new Recoveries(
          wanted() && experiment.resources().jvms() > 1 ? experiment.resources().recoveries() : 0,
          experiment.resources().local(),
          interruption,
          experiment.from() == null
              ? List.of()
              : experiment.from().document().list(CheckpointedRun.LOSSES).stream()
                  .map(StoredDocument::content)
                  .toList());
    }

    /** Notes what the loss of a JVM would cost a run over several. */
    void tellCostOfLoss() {
      if (experiment.resources().jvms() == 1) {
        return;
      }
      final String interval =
          experiment.checkpoints() == null ? null : experiment.checkpoints().interval();
      final int most = experiment.resources().recoveries();
      experiment
          .listener()
          .note(
              interval == null
                  ? "the loss of a JVM would cost all that has been simulated; with"
                      + " --checkpoint-every 10min it costs ten minutes at most"
                  : ("the loss of a JVM would cost %s at most: the run continues from its newest"
                          + " checkpoint, %s")
                      .formatted(
                          interval,
                          most == 0
                              ? "with hopwright resume"
                              : "by itself, up to " + most + " times in a row"));
    }

    /** Notes which members of a run over several computers keep copies of its checkpoints. */
    void tellCopies(Runs runs) {
      final Resources resources = experiment.resources();
      if (runs.cluster() == null || resources.local() || experiment.checkpoints() == null) {
        return;
      }
      final List<String> keepers =
          new CheckpointCopies(runs.cluster(), resources.copies()).keepers();
      experiment
          .listener()
          .note(
              keepers.isEmpty()
                  ? "no member has a copy of the checkpoints: they are lost with the disk of this"
                      + " JVM; start workers with --copies-in DIR"
                  : "each checkpoint is copied to "
                      + String.join(", ", keepers)
                      + (keepers.size() < resources.copies()
                          ? "; more copies need more workers with --copies-in DIR"
                          : ""));
    }

    /** Notes how to go on with a run that could not go on by itself. */
    void tellHowToGoOn(String study, Recoveries recoveries) {
      if (recoveries.again() && experiment.from() != null) {
        experiment
            .listener()
            .warning(
                "there is a checkpoint of tick %s; continue with: hopwright resume %s"
                    .formatted(tick(), Shown.path(experiment.place(study))));
      }
    }

    /** Lets the plan take the checkpoint that a longer run can go on from. */
    void keep(RunPlan run) {
      if (experiment.checkpoints() != null) {
        experiment.checkpoints().keepAt(run.lastMeasuredGridTick());
      }
    }

    /** Returns the tick from which on the run is simulated. */
    long tick() {
      return experiment.from() == null ? 0 : experiment.from().saved().tick();
    }

    /** Returns the same run from its newest checkpoint on, or as it was begun. */
    Checkpointing newest(String study) {
      try (CheckpointStore store = CheckpointStore.open(experiment.place(study))) {
        return store
            .newestOf(identity, experiment.listener()::warning)
            .map(from -> new Checkpointing(experiment.from(from), interruption, identity))
            .orElse(this);
      }
    }

    /** Returns whether the run takes checkpoints or goes on from one. */
    boolean wanted() {
      return experiment.checkpoints() != null || experiment.from() != null;
    }

    /** Simulates to the end, from the checkpoint if there is one. */
    Simulated run(Runs runs, Pilot.Settled settled, List<Figure> figures, Recoveries recoveries) {
      if (!wanted()) {
        return new Simulated(
            settled.config(),
            settled.noted(runs.run(settled.config(), settled.network())),
            List.of(),
            List.of(),
            () -> {},
            runs);
      }
      final CheckpointedRun.Simulated simulated =
          new CheckpointedRun(
                  experiment.plannedCheckpoints(),
                  experiment.place(settled.config().id()),
                  new CheckpointCopies(runs.cluster(), experiment.resources().copies()),
                  experiment.from(),
                  identity,
                  interruption,
                  experiment.listener()::warning)
              .run(
                  settled.config(),
                  about(settled, figures, recoveries),
                  checkpoints -> recoveries.watched(checkpoints, tick()),
                  course -> noted(settled, runs.run(settled.config(), settled.network(), course)));
      return new Simulated(
          settled.config(),
          simulated.completion(),
          simulated.parts(),
          recoveries.losses(),
          simulated.removal(),
          runs);
    }

    private Map<String, Object> about(
        Pilot.Settled settled, List<Figure> figures, Recoveries recoveries) {
      final Map<String, Object> pilot = pilot(settled);
      return new JsonObject()
          .with("commandLine", experiment.commandLine())
          .with(Figure.SECTION, figures(figures))
          .withIf(!branchedFrom().isEmpty(), StoredCheckpoint.BRANCHED_FROM, branchedFrom())
          .withIf(!recoveries.losses().isEmpty(), CheckpointedRun.LOSSES, recoveries.losses())
          .withIf(!pilot.isEmpty(), SteadyState.ENTRY, pilot);
    }

    /** Returns which run this one is a branch of, and from which tick on; empty for none. */
    Map<String, Object> branchedFrom() {
      return experiment.from() == null
          ? Map.of()
          : experiment.from().document().section(StoredCheckpoint.BRANCHED_FROM);
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
}
