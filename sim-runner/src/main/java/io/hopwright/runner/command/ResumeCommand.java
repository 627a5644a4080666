package io.hopwright.runner.command;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code resume}: continues a run from its newest checkpoint. */
@Command(
    name = "resume",
    description =
        "Resume a run from its newest checkpoint, with any number of threads. The"
            + " result equals that of an uninterrupted run. With --set run.ticks=N the"
            + " run can end later.")
final class ResumeCommand extends OneRunCommand {
  @Parameters(paramLabel = "RUN", description = "Result directory of the run.")
  private Path place;

  @Mixin private SetOption set;

  @Override
  public Integer call() {
    try {
      how().fetch(place, session);
      return run(
          set.applied(session.hopwright().resume(place, session::say))
              .commandLine(session.commandLine()));
    } finally {
      how().release();
    }
  }
}
