package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.command.session.SessionCommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code resume}: continues a run from its newest checkpoint. */
@Command(
    name = "resume",
    description =
        "Resume a run from its newest checkpoint, with any number of threads. The"
            + " result equals that of an uninterrupted run, also with a later end.")
final class ResumeCommand extends SessionCommand {
  @Parameters(paramLabel = "RUN", description = "The directory that was chosen for the result.")
  private Path place;

  @Mixin private SetOption set;
  @Mixin private RunOptions how;
  @Mixin private WatchOptions watching;
  @Mixin private CheckpointOptions checkpoints;
  @Mixin private CheckpointOptions.Keeping keeping;

  @Override
  public Integer call() {
    try {
      how.fetch(place, session);
      final Experiment experiment =
          set.applied(session.hopwright().resume(place, session::say))
              .commandLine(session.commandLine());
      return RunCommand.run(
          session,
          checkpoints.applied(watching.applied(experiment), session, how, keeping),
          how,
          checkpoints);
    } finally {
      how.release();
    }
  }
}
