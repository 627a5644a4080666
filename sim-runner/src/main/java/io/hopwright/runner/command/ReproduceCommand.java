package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Reproduction;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.command.session.Endings;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.CaveatText;
import io.hopwright.runner.text.VerdictText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reproduce}: runs a published study and judges each of its claims. */
@Command(
    name = "reproduce",
    description =
        "Run a published study and check each of its claims. Resumes where it was" + " stopped.")
final class ReproduceCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;
  @Mixin private SweepOptions options;
  @Mixin private CheckpointOptions checkpoints;

  @Override
  public Integer call() {
    final Experiment experiment = checkpoints.applied(what.experiment(session, name), session, how);
    final Reproduction reproduction = options.applied(experiment, how.jvms()).reproduce();
    final SweepResult sweep = reproduction.sweep();
    session.print(
        how.json()
            ? Json.text(reproduction.document())
            : new VerdictText(reproduction).table()
                + "result  "
                + Shown.path(sweep.directory())
                + "\n",
        sweep.directory());
    if (!how.quiet()) {
      CaveatText.of(sweep.points()).forEach(session::say);
    }
    final int exitCode =
        checkpoints.exitCodeOfStudy(session, Endings.tell(session, sweep, options.fresh()));
    return exitCode == ExitCode.DONE && reproduction.anyFailed()
        ? ExitCode.VERDICT_FAILED
        : exitCode;
  }
}
