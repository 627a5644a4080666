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
            + " result equals that of an uninterrupted run, also with a later end.")
final class ResumeCommand extends OneRunCommand {
  @Parameters(paramLabel = "RUN", description = "The directory that was chosen for the result.")
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
