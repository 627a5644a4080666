package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Result;
import io.hopwright.runner.command.session.Endings;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.CaveatText;
import io.hopwright.runner.text.Table;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run}: simulates a study once. */
@Command(name = "run", description = "Simulate a study once and write the result to a directory.")
final class RunCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description =
          "Simulate this run of the study, with the settings of its entry in the section"
              + " runs.")
  private String run;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;
  @Mixin private WatchOptions watching;
  @Mixin private CheckpointOptions checkpoints;
  @Mixin private CheckpointOptions.Keeping keeping;

  @Override
  public Integer call() {
    final Experiment experiment =
        checkpoints.applied(
            watching.applied(what.experiment(session, name)), session, how, keeping);
    return run(session, run == null ? experiment : experiment.only(run), how, checkpoints);
  }

  /** Simulates, prints the summary, and returns the exit code. */
  static int run(
      Session session, Experiment experiment, RunOptions how, CheckpointOptions checkpoints) {
    final Result result = experiment.run();
    final Path place = result.directory();
    final Map<String, Object> summary = result.summary().content();
    session.print(
        how.json() ? Json.text(summary) : Table.of(summary).row("result", Shown.path(place)).text(),
        place);
    if (!how.quiet()) {
      CaveatText.of(result).forEach(session::say);
    }
    return checkpoints.exitCode(session, Endings.tell(session, result.outcome(), place));
  }
}
