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
import io.hopwright.runner.execution.SteadyState;
import io.hopwright.runner.progress.WatchServer;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.ResultDirectory;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.study.Figure;
import io.hopwright.runner.study.Mixtures;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Runs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Course of one run, from the study to its directory.
 *
 * @param experiment what to simulate, and how
 * @param interruption ends it
 */
record SingleRun(Experiment experiment, Interruption interruption) {
  /**
   * What was simulated.
   *
   * @param config with a warm-up that is a number
   * @param parts in which it was simulated; none if it takes no checkpoints
   */
  private record Simulated(
      ResolvedConfig config, Completion completion, List<Map<String, Object>> parts) {}

  Result run() {
    final Instant started = Instant.now();
    final Checkpointing checkpoints = new Checkpointing(experiment, interruption);
    final Study study = experiment.read();
    final RunSettings settings = chosen(study);
    final ResolvedConfig config = settings.only();
    if (experiment.chosenRun() == null && !study.runs().isEmpty()) {
      listener()
          .note(
              experiment.name()
                  + " has the runs "
                  + String.join(", ", names(study))
                  + ", of which this is none: --run NAME simulates one, sweep and reproduce all");
    }
    final Mistakes mistakes = new Mistakes();
    final Network<?> network = config.network(mistakes);
    final List<Figure> figures = study.runs().isEmpty() ? study.figures() : List.of();
    if (network != null) {
      figures.forEach(figure -> figure.check(config, network, mistakes));
    }
    mistakes.throwIfAny();
    if (checkpoints.wanted()) {
      checkpoints.check(config);
    }
    final Estimate estimate = experiment.resources().check(config.id(), network);
    new Mixtures(experiment.hopwright().library(), listener()::note).tell(List.of(settings));
    listener().ready();
    try (ResultDirectory directory = ResultDirectory.prepare(experiment.place(config.id()))) {
      final Simulated simulated = simulate(config, network, figures, directory, estimate);
      return keep(simulated, network, figures, directory, started);
    }
  }

  private RunListener listener() {
    return experiment.listener();
  }

  private static List<String> names(Study study) {
    return study.runs().stream().map(RunSpec::name).toList();
  }

  /** Returns what is to be simulated: a run of the study, or what it sets for all of them. */
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

  private Simulated simulate(
      ResolvedConfig config,
      Network<?> network,
      List<Figure> figures,
      ResultDirectory directory,
      Estimate estimate) {
    final Resources resources = experiment.resources();
    try (WatchServer watch = watch(config, directory);
        Runs runs =
            new Runs(
                resources.plan(),
                interruption,
                experiment.display().run().and(watch == null ? RunObserver.NONE : watch),
                resources
                    .gathering()
                    .gather(interruption, estimate.suggestedHeapMib(), listener()::note))) {
      new Advice(listener()).tell(config, network, resources.plan(), estimate.seconds());
      final Pilot.Settled settled = runs.settle(config, network, this::tell);
      if (watch != null) {
        watch.about(settled.config(), figures);
      }
      final Checkpointing checkpoints = new Checkpointing(experiment, interruption);
      if (!checkpoints.wanted()) {
        return new Simulated(
            settled.config(),
            settled.noted(runs.run(settled.config(), settled.network())),
            List.of());
      }
      final Checkpointing.Simulated simulated = checkpoints.run(runs, settled, figures);
      return new Simulated(settled.config(), simulated.completion(), simulated.parts());
    } finally {
      removeInterim(directory);
    }
  }

  /** Opens the live page, if one was asked for. */
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

  /** What a page was drawn from may be held by a file system; the result is not worth less. */
  private void removeInterim(ResultDirectory directory) {
    try {
      directory.removeInterim();
    } catch (EnvironmentException e) {
      listener().warning(e.getMessage() + "; it is no part of the result");
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
        Documents.manifest(settled, ExecutionMode.ANY, run, experiment.commandLine(), started);
    manifest.put(Figure.SECTION, new Checkpointing(experiment, interruption).figures(figures));
    if (!simulated.parts().isEmpty()) {
      manifest.put("simulatedIn", simulated.parts());
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
}
