package io.hopwright.runner.command;

import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
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
import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.study.Figure;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run}: simulates a study once. */
@Command(name = "run", description = "Simulate a study once; the result goes to a directory.")
final class RunCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "Simulate this run of the study, not what it sets for all of them.")
  private String run;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;
  @Mixin private WatchOptions watching;

  @Override
  public Integer call() {
    final Instant started = Instant.now();
    final Study study = what.study(session, name);
    final RunSettings settings = chosen(study);
    final ResolvedConfig config = settings.only();
    if (run == null && !study.runs().isEmpty() && !how.quiet()) {
      session.say(
          name
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
    final Interruption interruption = new Interruption();
    final Estimate estimate = how.check(config.id(), network);
    if (!how.quiet()) {
      new Mixtures(session).say(List.of(settings));
    }
    session.onInterrupt(interruption::request);
    try (ResultDirectory directory = ResultDirectory.prepare(how.out(config.id()))) {
      final Simulated simulated =
          simulate(config, network, figures, interruption, directory, estimate);
      final ResolvedConfig settled = simulated.config();
      final Completion run = simulated.completion();
      final Map<String, Object> summary = Documents.summary(settled, run, Map.of());
      final Map<String, Object> manifest =
          Documents.manifest(settled, ExecutionMode.ANY, run, session.commandLine(), started);
      manifest.put(Figure.SECTION, figures.stream().map(Figure::document).toList());
      final Path place;
      try {
        new ResultWriter(directory.growing())
            .write(settled, run, network.tickRate(), summary, manifest);
        Reports.add(session, directory.growing());
        place = directory.publish(run.ending() == Completion.Ending.COMPLETED);
      } catch (EnvironmentException e) {
        // A long run is not to be lost whole.
        session.print(how.json() ? Json.text(summary) : Table.of(summary).text());
        throw e;
      }
      print(summary, place);
      if (!how.quiet()) {
        final StoredDocument said = new StoredDocument(place.resolve(Format.SUMMARY), summary);
        if (run.standstill() == null) {
          Hints.sayCaveats(session, Caveats.of(said));
        }
        if (network.run().end() == RunPlan.End.TICKS) {
          Hints.sayFollowed(session, said);
        }
      }
      return Endings.tell(session, run, place);
    }
  }

  private static List<String> names(Study study) {
    return study.runs().stream().map(RunSpec::name).toList();
  }

  /** Returns what is to be simulated: a run of the study, or what it sets for all of them. */
  private RunSettings chosen(Study study) {
    final List<String> runs = names(study);
    if (run == null) {
      return study.runSettings(what.scale());
    }
    for (RunSpec spec : study.runs()) {
      if (spec.name().equals(run)) {
        return study.runSettings(spec, what.scale());
      }
    }
    final String remedy =
        runs.isEmpty()
            ? " has no runs; leave the option out"
            : " has no such run"
                + Nearest.questionOr(run, runs, "it has " + String.join(", ", runs));
    throw new InputException("--run " + run + ": " + name + remedy);
  }

  /**
   * What was simulated.
   *
   * @param config with a warm-up that is a number
   */
  private record Simulated(ResolvedConfig config, Completion completion) {}

  private Simulated simulate(
      ResolvedConfig config,
      Network<?> network,
      List<Figure> figures,
      Interruption interruption,
      ResultDirectory directory,
      Estimate estimate) {
    try (WatchServer watch =
            watching.open(session, title(config), how.jvms() == 1, directory.interim());
        Runs runs =
            how.open(
                session,
                interruption,
                estimate.suggestedHeapMib(),
                watch == null ? RunObserver.NONE : watch)) {
      Hints.say(session, how, config, network, estimate.seconds());
      final Pilot.Settled settled = runs.settle(config, network, this::say);
      if (watch != null) {
        watch.about(settled.config(), figures);
      }
      return new Simulated(
          settled.config(), settled.noted(runs.run(settled.config(), settled.network())));
    } finally {
      removeInterim(directory);
    }
  }

  /** What a page was drawn from may be held by a file system; the result is not worth less. */
  private void removeInterim(ResultDirectory directory) {
    try {
      directory.removeInterim();
    } catch (EnvironmentException e) {
      session.say(e.getMessage() + "; it is no part of the result");
    }
  }

  private static String title(ResolvedConfig config) {
    return config.title().isEmpty() ? config.id() : config.title();
  }

  private void say(SteadyState found) {
    if (!how.quiet() || !found.reached()) {
      session.say(found.toString());
    }
  }

  private void print(Map<String, Object> summary, Path place) {
    final String text =
        how.json() ? Json.text(summary) : Table.of(summary).row("result", Shown.path(place)).text();
    session.print(text, place);
  }
}
