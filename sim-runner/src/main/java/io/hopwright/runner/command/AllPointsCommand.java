package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.command.session.Endings;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.text.CaveatText;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command that simulates all points of a study. */
abstract class AllPointsCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;
  @Mixin private SweepOptions options;
  @Mixin private CheckpointOptions checkpoints;

  /** Returns the study, to be simulated as the options say. */
  final Experiment experiment() {
    return options.applied(
        checkpoints.applied(what.experiment(session, name), session, how), how.jvms());
  }

  /**
   * Prints a result, and returns the exit code that follows from its points.
   *
   * @param document printed with {@code --json}
   * @param text printed without
   */
  final int print(SweepResult sweep, Object document, String text) {
    session.print(how.json() ? Json.text(document) : text, sweep.directory());
    if (!how.quiet()) {
      CaveatText.of(sweep.points()).forEach(session::say);
    }
    return checkpoints.exitCodeOfStudy(session, Endings.tell(session, sweep, options.fresh()));
  }
}
