package io.hopwright.runner.command;

import io.hopwright.runner.app.Cancellation;
import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.command.session.SessionCommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code resume}: goes on with a run from its newest checkpoint. */
@Command(
    name = "resume",
    description =
        "Go on with a run from its newest checkpoint, on any number of threads. The result is the"
            + " same as without the break.")
final class ResumeCommand extends SessionCommand {
  @Parameters(paramLabel = "RUN", description = "The directory that the result was to go to.")
  private Path place;

  @Mixin private RunOptions how;
  @Mixin private WatchOptions watching;
  @Mixin private CheckpointOptions checkpoints;

  @Override
  public Integer call() {
    final Experiment experiment =
        session.hopwright().resume(place, session::say).commandLine(session.commandLine());
    return RunCommand.run(
        session,
        checkpoints.applied(watching.applied(how.applied(experiment, session, new Cancellation()))),
        how,
        checkpoints);
  }
}
